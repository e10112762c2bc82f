import type { Command } from './command.ts'

/** A command that is loaded when it is called, so that `mgi --version` does not load the judge. */
export interface CommandEntry {
  readonly name: string
  readonly summary: string
  load(): Promise<Command>
}

/** All commands, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'Test a gateway, judge every exchange and write reports.',
    load: async () => (await import('./run/command.ts')).runCommand,
  },
  {
    name: 'watch',
    summary: 'Run all tests, then send failed cases again after each change.',
    load: async () => (await import('./watch/command.ts')).watchCommand,
  },
  {
    name: 'init',
    summary: 'Write a config file with comments.',
    load: async () => (await import('./init/command.ts')).initCommand,
  },
  {
    name: 'serve',
    summary: 'Start the reference server.',
    load: async () => (await import('./serve/command.ts')).serveCommand,
  },
  {
    name: 'check',
    summary: 'Judge recorded traffic: evidence, HARs, cassettes. Sends nothing.',
    load: async () => (await import('./check/command.ts')).checkCommand,
  },
  {
    name: 'examples',
    summary: 'Save recorded requests as examples for mgi run.',
    load: async () => (await import('./examples/command.ts')).examplesCommand,
  },
  {
    name: 'proxy',
    summary: 'Forward real traffic to a gateway, unaltered, and judge it.',
    load: async () => (await import('./proxy/command.ts')).proxyCommand,
  },
  {
    name: 'report',
    summary: 'Render results again, in any format. Sends nothing.',
    load: async () => (await import('./results/command.ts')).reportCommand,
  },
  {
    name: 'diff',
    summary: 'Compare two runs: new failures, fixed failures and missing tests.',
    load: async () => (await import('./diff/command.ts')).diffCommand,
  },
  {
    name: 'compare',
    summary: 'Show the results of several implementations side by side.',
    load: async () => (await import('./compare/command.ts')).compareCommand,
  },
  {
    name: 'merge',
    summary: 'Merge several runs into one, such as the shards of a run.',
    load: async () => (await import('./merge/command.ts')).mergeCommand,
  },
  {
    name: 'bundle',
    summary: 'Pack a run into a bundle that others can verify.',
    load: async () => (await import('./bundle/command.ts')).bundleCommand,
  },
  {
    name: 'verify',
    summary: 'Check that a bundle is complete and its verdict follows from its evidence.',
    load: async () => (await import('./verify/command.ts')).verifyCommand,
  },
  {
    name: 'requirements',
    summary: 'List and explain the requirements.',
    load: async () => (await import('./requirements/command.ts')).requirementsCommand,
  },
  {
    name: 'openapi',
    summary: 'Write the specification as OpenAPI 3.1.',
    load: async () => (await import('./openapi/command.ts')).openapiCommand,
  },
  {
    name: 'faults',
    summary: 'List the deliberate defects of the reference server.',
    load: async () => (await import('./faults/command.ts')).faultsCommand,
  },
  {
    name: 'selftest',
    summary: 'Test the suite itself with deliberate faults.',
    load: async () => (await import('../../laboratory/cli/command.ts')).selftestCommand,
  },
  {
    name: 'completion',
    summary: 'Print a shell completion script.',
    load: async () => (await import('./completion/command.ts')).completionCommand,
  },
]
