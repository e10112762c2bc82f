import type { Command } from './command.ts'

/** A command that is loaded only when it is called: `mgi --version` must not pay for the judge. */
export interface CommandEntry {
  readonly name: string
  readonly summary: string
  load(): Promise<Command>
}

/** All that `mgi` can do. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'Probe an implementation, judge every exchange and write reports.',
    load: async () => (await import('./run/command.ts')).runCommand,
  },
  {
    name: 'serve',
    summary: 'Start the reference server.',
    load: async () => (await import('./serve/command.ts')).serveCommand,
  },
  {
    name: 'check',
    summary: 'Judge recorded evidence again. Sends nothing.',
    load: async () => (await import('./check/command.ts')).checkCommand,
  },
  {
    name: 'requirements',
    summary: 'List and explain what is required.',
    load: async () => (await import('./requirements/command.ts')).requirementsCommand,
  },
  {
    name: 'faults',
    summary: 'List the deliberate defects of the reference server.',
    load: async () => (await import('./faults/command.ts')).faultsCommand,
  },
  {
    name: 'selftest',
    summary: 'Prove that the suite tells right from wrong.',
    load: async () => (await import('./selftest/command.ts')).selftestCommand,
  },
]
