import { faults, longestCycle, mostTriggers, triggerFaults } from '../../../reference-server/index.ts'
import { variants } from '../../../reference-server/variants/index.ts'
import { choice, choices } from '../../config/choices.ts'
import { shardOption } from '../../config/selection.ts'
import { idsMatching } from '../../model/glob.ts'
import { UsageError } from '../../model/usage-error.ts'
import { areas, endpoints, profiles } from '../../model/vocabulary.ts'
import type { Wanted } from '../../selftest/tasks.ts'
import { anySeed, wholeNumber } from '../options/numbers.ts'
import type { SelftestValues } from './options.ts'

/** The most seeds of one selftest. */
const mostSeeds = 1000

/** What the user wants tested. Who names faults wants no variants, and the other way round. */
export function wantedBy(values: SelftestValues): Wanted {
  const { fault, variant, shard } = values
  const way = wayOf(values)
  const seeds = seedsOf(values)
  const triggers = wholeNumber('triggers', values.triggers, { least: 1, most: mostTriggers })
  const isFault = chosenBy(fault, () => faultIds(triggers, seeds), {
    thing: 'fault',
    lister: listerOf(triggers, seeds),
  })
  const isVariant = chosenBy(variant, () => idsOfVariants, { thing: 'variant', lister: 'mgi selftest --help' })
  const ofVariants = way === undefined && (fault === undefined || variant !== undefined)
  const part = shardOption(shard, { most: 999, from: '--shard', whole: 'the trials' })
  return {
    areas: choices('area', values.area, areas) ?? areas,
    fault: variant === undefined || fault !== undefined ? isFault : () => false,
    variant: ofVariants ? isVariant : () => false,
    seeds,
    profile: choice('profile', values.profile ?? 'standard', profiles),
    ...inItsWay(values),
    ...(triggers === undefined ? {} : { triggers }),
    ...(values.shrunk === true ? { isShrunk: true as const } : {}),
    ...drawn(values),
    ...(part === undefined ? {} : { shard: part }),
  }
}

/** Ways to test faults other than one by one, always and on all operations. */
const ways = ['every', 'on', 'together', 'triggers', 'known-failures'] as const

/** The way that the user asks for. */
function wayOf(values: SelftestValues): (typeof ways)[number] | undefined {
  const [way, another] = ways.filter((one) => values[one] !== undefined)
  if (way !== undefined && another !== undefined)
    throw new UsageError(`--${way} and --${another} test faults in different ways; give one of them`)
  if (way !== undefined && values.variant !== undefined)
    throw new UsageError(`--${way} speaks of faults alone; leave out --variant or --${way}`)
  if (way !== 'together' && values.rounds !== undefined)
    throw new UsageError('--rounds says how many gateways have several faults at once; give --together N too')
  if (way !== 'triggers' && values.shrunk !== undefined)
    throw new UsageError('--shrunk measures the failing requests of faults under triggers; give --triggers N too')
  return way
}

function inItsWay({ every, on, together, rounds }: SelftestValues): Pick<Wanted, 'every' | 'on' | 'together'> {
  const cycle = wholeNumber('every', every, { least: 2, most: longestCycle })
  const size = wholeNumber('together', together, { least: 2, most: 50 })
  return {
    ...(cycle === undefined ? {} : { every: cycle }),
    ...(on === undefined ? {} : { on: choice('on', on, [...endpoints, 'each']) }),
    ...(size === undefined
      ? {}
      : { together: { size, rounds: wholeNumber('rounds', rounds, { least: 1, most: 10_000 }) ?? 60 } }),
  }
}

function drawn({ explore }: SelftestValues): Pick<Wanted, 'explore'> {
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

const idsOfVariants = variants.map(({ id }) => id)

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
