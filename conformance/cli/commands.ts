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
    name: 'init',
    summary: 'Write a config file to start from.',
    load: async () => (await import('./init/command.ts')).initCommand,
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
    name: 'report',
    summary: 'Render results again, in any format. Sends nothing.',
    load: async () => (await import('./results/command.ts')).reportCommand,
  },
  {
    name: 'diff',
    summary: 'Say what became better and worse from one run to another.',
    load: async () => (await import('./diff/command.ts')).diffCommand,
  },
  {
    name: 'compare',
    summary: 'Put the results of several implementations side by side.',
    load: async () => (await import('./compare/command.ts')).compareCommand,
  },
  {
    name: 'merge',
    summary: 'Make one run of several, such as the shards of one.',
    load: async () => (await import('./merge/command.ts')).mergeCommand,
  },
  {
    name: 'bundle',
    summary: 'Make a bundle of a run that others can verify.',
    load: async () => (await import('./bundle/command.ts')).bundleCommand,
  },
  {
    name: 'verify',
    summary: 'Say whether a bundle is whole and its verdict follows.',
    load: async () => (await import('./verify/command.ts')).verifyCommand,
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
