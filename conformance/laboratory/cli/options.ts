import { availableParallelism } from 'node:os'
import { faults, mostTriggers, triggerFaults } from '../../../reference-server/index.ts'
import { variants } from '../../../reference-server/variants/index.ts'
import { outFolder } from '../../core/files/out-folder.ts'
import { assertOwnFiles } from '../../core/files/own-files.ts'
import { areas, endpoints, profiles } from '../../core/model/vocabulary.ts'
import { idsMatching } from '../../core/text/glob.ts'
import { UsageError } from '../../core/text/usage-error.ts'
import type { Values } from '../../product/cli/command.ts'
import { anySeed, wholeNumber } from '../../product/cli/options/numbers.ts'
import { choice, choices } from '../../product/config/choices.ts'
import { shardOption } from '../../product/config/selection.ts'
import type { SelftestScope } from '../selftest/document.ts'
import { type SelftestInput, tasksFor } from '../selftest/tasks.ts'
import { faithfulVariants, faultyGateways } from '../selftest/upstream/gateways.ts'

/** The checked arguments of a selftest. */
export interface SelftestOptions extends SelftestScope {
  readonly jobs: number
  readonly out: string
  /** The folder as the user wrote it, or the default one. */
  readonly outAsGiven: string
  readonly isQuiet: boolean
  /** True if some faults of the tested areas are excluded. */
  readonly isPart: boolean
}

/** Reads the arguments of `mgi selftest`. Throws a `UsageError` for invalid values before anything runs. */
export function readSelftestOptions(values: SelftestValues, cwd: string): SelftestOptions {
  const wanted = wantedBy(values)
  const tasks = tasksFor(wanted)
  if (tasks.length === 0) throw new UsageError(nothingLeft(values))
  const outAsGiven = values.out ?? 'mgi-selftest'
  const out = outFolder(outAsGiven, cwd)
  assertOwnFiles(out, ['selftest.json'], `--out ${outAsGiven}`)
  return {
    wanted,
    tasks,
    jobs: wholeNumber('jobs', values.jobs, { least: 1, most: 256 }) ?? availableParallelism(),
    out,
    outAsGiven,
    isQuiet: values.quiet === true,
    isOfKnownFailures: values['known-failures'] === true,
    isPart: values.fault !== undefined || values.shard !== undefined,
    limits: limitsOf(values),
  }
}

function nothingLeft({ area, shard, together, on, fault = [], variant = [] }: SelftestValues): string {
  if (together !== undefined && shard === undefined)
    return `no area has ${together} of these faults; give fewer with --together, or leave out --fault`
  const named = [...fault, ...variant].join(', ')
  if (on !== undefined && shard === undefined)
    return `none of these faults affects ${on === 'each' ? 'several operations' : on}; leave out --on, --area or --fault`
  if (area !== undefined && named !== '')
    return `nothing in ${area.join(', ')} matches ${named}; leave out --area, --fault or --variant`
  return `--shard ${shard} contains no tests; use fewer parts`
}

function limitsOf({ area, fault, variant, profile, shard }: SelftestValues): readonly string[] {
  const isEverything = [fault, variant].every((globs) => globs?.includes('*'))
  return [
    ...(area === undefined ? [] : [`only the areas ${area.join(', ')}`]),
    ...(fault === undefined || isEverything ? [] : [`only the faults ${fault.join(', ')}`]),
    ...(variant === undefined || isEverything ? [] : [`only the variants ${variant.join(', ')}`]),
    ...(profile === undefined || profile === 'standard' ? [] : [`the profile ${profile}`]),
    ...(shard === undefined ? [] : [`only part ${shard}`]),
  ]
}

const mostSeeds = 1000

/** Returns the faults and variants to test. Selecting faults excludes all variants, and vice versa. */
function wantedBy(values: SelftestValues): SelftestInput {
  const { fault, variant, shard } = values
  const way = wayOf(values)
  const seeds = seedsOf(values)
  const triggers = wholeNumber('triggers', values.triggers, { least: 1, most: mostTriggers })
  const isUpstream = values.upstream === true
  const isFault = chosenBy(fault, () => (isUpstream ? idsOf(faultyGateways) : faultIds(triggers, seeds)), {
    thing: 'fault',
    lister: isUpstream ? 'mgi selftest --help' : listerOf(triggers, seeds),
  })
  const idsOfVariants = idsOf(isUpstream ? faithfulVariants : variants)
  const isVariant = chosenBy(variant, () => idsOfVariants, { thing: 'variant', lister: 'mgi selftest --help' })
  const ofVariants = (way === undefined || isUpstream) && (fault === undefined || variant !== undefined)
  const part = shardOption(shard, { most: 999, from: '--shard', whole: 'the trials' })
  return {
    areas: choices('area', values.area, areas) ?? areas,
    fault: variant === undefined || fault !== undefined ? isFault : () => false,
    variant: ofVariants ? isVariant : () => false,
    seeds,
    profile: choice('profile', values.profile ?? 'standard', profiles),
    ...inItsWay(values),
    triggers,
    ...drawn(values),
    isUpstream,
    shard: part,
  }
}

/** Modes other than testing faults one by one on all operations. */
const ways = ['on', 'together', 'triggers', 'known-failures', 'upstream'] as const

function wayOf(values: SelftestValues): (typeof ways)[number] | undefined {
  const [way, another] = ways.filter((one) => values[one] !== undefined)
  if (way !== undefined && another !== undefined)
    throw new UsageError(`--${way} and --${another} test faults in different ways; give one of them`)
  if (way !== undefined && way !== 'upstream' && values.variant !== undefined)
    throw new UsageError(`--${way} tests faults only; leave out --variant or --${way}`)
  if (way !== 'together' && values.rounds !== undefined)
    throw new UsageError('--rounds sets the number of gateways with several faults; add --together N')
  return way
}

function inItsWay({ on, together, rounds }: SelftestValues): Pick<SelftestInput, 'on' | 'together'> {
  const size = wholeNumber('together', together, { least: 2, most: 50 })
  return {
    on: on === undefined ? undefined : choice('on', on, [...endpoints, 'each'] as const),
    together:
      size === undefined
        ? undefined
        : { size, rounds: wholeNumber('rounds', rounds, { least: 1, most: 10_000 }) ?? 60 },
  }
}

function drawn({ explore }: SelftestValues): Pick<SelftestInput, 'explore'> {
  const count = wholeNumber('explore', explore, { least: 1, most: 100_000 })
  return count === undefined ? {} : { explore: count }
}

function faultIds(triggers: number | undefined, seeds: readonly number[]): readonly string[] {
  if (triggers === undefined) return [...faults.keys()]
  return seeds.flatMap((seed) => triggerFaults(seed, triggers).map(({ id }) => id))
}

function listerOf(triggers: number | undefined, [seed]: readonly number[]): string {
  return triggers === undefined ? 'mgi faults' : `mgi faults --triggers ${triggers} --seed ${seed}`
}

function idsOf(servers: readonly { readonly id: string }[]): readonly string[] {
  return servers.map(({ id }) => id)
}

function chosenBy(
  globs: readonly string[] | undefined,
  ids: () => readonly string[],
  kind: Parameters<typeof idsMatching>[2],
): (id: string) => boolean {
  if (globs === undefined) return () => true
  const chosen = idsMatching(globs, ids(), kind)
  return (id) => chosen.has(id)
}

function seedsOf(values: SelftestValues): readonly number[] {
  const first = wholeNumber('seed', values.seed, anySeed) ?? 1
  const count = wholeNumber('seeds', values.seeds, { least: 1, most: mostSeeds }) ?? 1
  return Array.from({ length: count }, (_, at) => first + at)
}

export const selftestOptionSpecs = {
  area: { type: 'string', value: 'LIST', multiple: true, help: `Only these areas: ${areas.join(', ')}.` },
  fault: { type: 'string', value: 'GLOB', multiple: true, help: 'Only faults whose id matches; repeatable.' },
  variant: { type: 'string', value: 'GLOB', multiple: true, help: 'Only variants whose id matches; repeatable.' },
  profile: { type: 'string', value: 'P', help: `How much each run sends: ${profiles.join(', ')} (default standard).` },
  seed: { type: 'string', value: 'N', help: 'The first seed (default 1).' },
  seeds: { type: 'string', value: 'N', help: 'Number of seeds, starting with the first one (default 1).' },
  on: {
    type: 'string',
    value: 'OP',
    help: 'Limit faults to one operation: OP, or each (for faults that affect several operations, each in turn).',
  },
  together: {
    type: 'string',
    value: 'N',
    help: 'Test gateways with N faults of one area at once, instead of single faults.',
  },
  rounds: { type: 'string', value: 'N', help: 'With --together: the number of such gateways (default 60).' },
  triggers: {
    type: 'string',
    value: 'N',
    help: 'Test N faults with drawn triggers, instead of the faults that always occur.',
  },
  explore: { type: 'string', value: 'N', help: 'Draw N more requests in each run.' },
  'known-failures': {
    type: 'boolean',
    help: 'For each fault, list the failures as known and run again: the second run must end with status 0.',
  },
  upstream: {
    type: 'boolean',
    help: 'Test gateways with the suite on both sides of them (mgi run --upstream), instead of the reference server.',
  },
  shard: { type: 'string', value: 'I/N', help: 'Only part I of N of the tests.' },
  jobs: { type: 'string', value: 'N', help: 'Number of tests to run at the same time (default: number of cores).' },
  out: { type: 'string', value: 'DIR', help: 'Folder for selftest.json (default mgi-selftest).' },
  quiet: { type: 'boolean', help: 'Print errors only.' },
} as const

type SelftestValues = Values<typeof selftestOptionSpecs>
