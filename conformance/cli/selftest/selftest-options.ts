import { availableParallelism } from 'node:os'
import { faults, longestCycle } from '../../../reference-server/index.ts'
import { variants } from '../../../reference-server/variants/index.ts'
import { areas, profiles } from '../../model/vocabulary.ts'
import type { Task } from '../../selftest/task.ts'
import { tasksFor, type Wanted } from '../../selftest/tasks.ts'
import type { Values } from '../command.ts'
import { idsMatching } from '../glob.ts'
import { choice, choices } from '../options/choices.ts'
import { anySeed, wholeNumber } from '../options/numbers.ts'
import { outFolder } from '../options/out-folder.ts'
import { shardOption } from '../options/shard.ts'
import { UsageError } from '../usage-error.ts'
import type { selftestOptionSpecs } from './options.ts'

/** What the user wants of a selftest, checked. */
export interface SelftestOptions {
  readonly wanted: Wanted
  /** Never empty. */
  readonly tasks: readonly Task[]
  readonly jobs: number
  readonly out: string
  /** The same as the user wrote it, or the usual one. */
  readonly outAsGiven: string
  readonly isQuiet: boolean
  /** Whether some faults are left out of the tested areas. */
  readonly isPart: boolean
  /** What narrows the selftest down, in words; empty for a full one. */
  readonly limits: readonly string[]
}

type SelftestValues = Values<typeof selftestOptionSpecs>

/** The most seeds of one selftest. */
const mostSeeds = 1000

/** Reads what the user wrote after `mgi selftest`. Whatever cannot be meant is a `UsageError`, before anything runs. */
export function readSelftestOptions(values: SelftestValues, cwd: string): SelftestOptions {
  const wanted = wantedBy(values)
  const tasks = tasksFor(wanted)
  if (tasks.length === 0) throw new UsageError(nothingLeft(values))
  const outAsGiven = values.out ?? 'mgi-selftest'
  return {
    wanted,
    tasks,
    jobs: wholeNumber('jobs', values.jobs, { least: 1, most: 256 }) ?? availableParallelism(),
    out: outFolder(outAsGiven, cwd),
    outAsGiven,
    isQuiet: values.quiet === true,
    isPart: values.fault !== undefined || values.shard !== undefined,
    limits: limitsOf(values),
  }
}

/** Who names faults wants no variants, and the other way round. */
function wantedBy(values: SelftestValues): Wanted {
  const { fault, variant } = values
  const every = wholeNumber('every', values.every, { least: 2, most: longestCycle })
  if (every !== undefined && variant !== undefined)
    throw new UsageError('--every speaks of faults alone; leave out --variant or --every')
  const isFault = chosenBy(fault, [...faults.keys()], { thing: 'fault', lister: 'mgi faults' })
  const isVariant = chosenBy(variant, idsOfVariants, { thing: 'variant', lister: 'mgi selftest --help' })
  const shard = shardOption(values.shard, { most: 999, whole: 'the trials' })
  return {
    areas: choices('area', values.area, areas) ?? areas,
    fault: variant === undefined || fault !== undefined ? isFault : () => false,
    variant: every === undefined && (fault === undefined || variant !== undefined) ? isVariant : () => false,
    seeds: seedsOf(values),
    profile: choice('profile', values.profile ?? 'standard', profiles),
    ...(every === undefined ? {} : { every }),
    ...(shard === undefined ? {} : { shard }),
  }
}

const idsOfVariants = variants.map(({ id }) => id)

function chosenBy(
  globs: readonly string[] | undefined,
  ids: readonly string[],
  kind: Parameters<typeof idsMatching>[2],
): (id: string) => boolean {
  if (globs === undefined) return () => true
  const chosen = idsMatching(globs, ids, kind)
  return (id) => chosen.has(id)
}

function seedsOf(values: SelftestValues): readonly number[] {
  const first = wholeNumber('seed', values.seed, anySeed) ?? 1
  const count = wholeNumber('seeds', values.seeds, { least: 1, most: mostSeeds }) ?? 1
  return Array.from({ length: count }, (_, at) => first + at)
}

function nothingLeft({ area, shard, fault = [], variant = [] }: SelftestValues): string {
  const named = [...fault, ...variant].join(', ')
  if (area !== undefined && named !== '')
    return `nothing of ${area.join(', ')} matches ${named}; leave out --area, --fault or --variant`
  return `--shard ${shard} holds no test; give fewer parts`
}

function limitsOf({ area, fault, variant, profile, shard }: SelftestValues): readonly string[] {
  return [
    ...(area === undefined ? [] : [`only the areas ${area.join(', ')}`]),
    ...(fault === undefined ? [] : [`only the faults ${fault.join(', ')}`]),
    ...(variant === undefined ? [] : [`only the variants ${variant.join(', ')}`]),
    ...(profile === undefined || profile === 'standard' ? [] : [`the profile ${profile}`]),
    ...(shard === undefined ? [] : [`only part ${shard}`]),
  ]
}
