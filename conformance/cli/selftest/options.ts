import { areas, profiles } from '../../model/vocabulary.ts'

/** The options of `mgi selftest`. */
export const selftestOptionSpecs = {
  area: { type: 'string', value: 'LIST', multiple: true, help: `Only these areas: ${areas.join(',')}.` },
  fault: { type: 'string', value: 'GLOB', multiple: true, help: 'Only faults whose id matches; repeatable.' },
  variant: { type: 'string', value: 'GLOB', multiple: true, help: 'Only variants whose id matches; repeatable.' },
  profile: { type: 'string', value: 'P', help: `How much each run sends: ${profiles.join(', ')} (default standard).` },
  seed: { type: 'string', value: 'N', help: 'The first seed (default 1).' },
  seeds: { type: 'string', value: 'N', help: 'How many seeds, from the first one on (default 1).' },
  every: { type: 'string', value: 'N', help: 'Faults show in one of N requests they can break (default: in each).' },
  shard: { type: 'string', value: 'I/N', help: 'Only part I of N of the tests.' },
  jobs: { type: 'string', value: 'N', help: 'Tests at the same time (default: number of cores).' },
  out: { type: 'string', value: 'DIR', help: 'Where selftest.json goes (default mgi-selftest).' },
  quiet: { type: 'boolean', help: 'No progress and no score, only errors.' },
} as const
