import { areas, profiles } from '../../model/vocabulary.ts'
import type { Values } from '../command.ts'

/** The options of `mgi selftest`. */
export const selftestOptionSpecs = {
  area: { type: 'string', value: 'LIST', multiple: true, help: `Only these areas: ${areas.join(',')}.` },
  fault: { type: 'string', value: 'GLOB', multiple: true, help: 'Only faults whose id matches; repeatable.' },
  variant: { type: 'string', value: 'GLOB', multiple: true, help: 'Only variants whose id matches; repeatable.' },
  profile: { type: 'string', value: 'P', help: `How much each run sends: ${profiles.join(', ')} (default standard).` },
  seed: { type: 'string', value: 'N', help: 'The first seed (default 1).' },
  seeds: { type: 'string', value: 'N', help: 'How many seeds, from the first one on (default 1).' },
  every: { type: 'string', value: 'N', help: 'Faults show in one of N requests they can break (default: in each).' },
  on: { type: 'string', value: 'OP', help: 'Faults limited to one operation: OP, or each (of those with several).' },
  together: {
    type: 'string',
    value: 'N',
    help: 'Gateways with N faults of one area at once, in place of single ones.',
  },
  rounds: { type: 'string', value: 'N', help: 'With --together: how many such gateways (default 60).' },
  triggers: {
    type: 'string',
    value: 'N',
    help: 'N faults that show under drawn triggers, in place of those that always show.',
  },
  shrunk: { type: 'boolean', help: 'With --triggers: also how small the smallest failing requests are.' },
  explore: { type: 'string', value: 'N', help: 'Draw N requests more in each run.' },
  'known-failures': {
    type: 'boolean',
    help: 'For each fault, list what failed as known and run again: the second run must end with 0.',
  },
  shard: { type: 'string', value: 'I/N', help: 'Only part I of N of the tests.' },
  jobs: { type: 'string', value: 'N', help: 'Tests at the same time (default: number of cores).' },
  out: { type: 'string', value: 'DIR', help: 'Folder for selftest.json (default mgi-selftest).' },
  quiet: { type: 'boolean', help: 'Print errors only.' },
} as const

/** What the user gave of them. */
export type SelftestValues = Values<typeof selftestOptionSpecs>
