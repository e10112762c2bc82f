import { createHash } from 'node:crypto'
import process from 'node:process'
import { faults } from '../../../reference-server/index.ts'
import { toolIdentity } from '../../core/files/tool-identity.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import { catalogueDigest } from '../../engine/judge/index.ts'
import { catalogue } from '../../specification/catalogue.ts'
import {
  type KnownFailuresScore,
  knownFailuresScoreOf,
  type Score,
  type TogetherScore,
  type TriggerScore,
  togetherScoreOf,
  triggerScoreOf,
  verdictOn,
} from './score.ts'
import type { SelftestInput } from './tasks.ts'
import type { Together } from './together/rounds.ts'
import type { Task, Trial } from './trial.ts'

/** The scope of a selftest. */
export interface SelftestScope {
  readonly wanted: SelftestInput
  readonly tasks: readonly Task[]
  /** True if each fault is tested with a list of known failures, not compared with the requirements that it breaks. */
  readonly isOfKnownFailures: boolean
  /** The limits of the selftest, in words; empty for a full one. */
  readonly limits: readonly string[]
}

/** The content of `selftest.json`. */
export interface SelftestDocument {
  readonly formatVersion: 1
  readonly tool: { readonly name: string; readonly version: string }
  /** SHA-256 of the catalogue, and of the ids of all faults with the requirements that they break. */
  readonly digests: { readonly catalogue: string; readonly faults: string }
  readonly profile: string
  readonly seeds: readonly number[]
  /**
   * The operation to which faults were limited, or `each` of their operations in turn; absent if they were not limited.
   */
  readonly on?: Endpoint | 'each'
  /** The limits of the selftest, in words; empty for a full one. */
  readonly limits: readonly string[]
  readonly verdict: ReturnType<typeof verdictOn>
  readonly score: Score
  /** The results of several faults at once, if they were tested instead of single ones. */
  readonly together?: { readonly size: number } & TogetherScore
  /** The detection of faults that show under drawn triggers, if they were tested instead. */
  readonly triggers?: { readonly count: number } & TriggerScore
  /** The results of writing failures into a list of known ones, if that was tested instead. */
  readonly knownFailures?: KnownFailuresScore
  /** The number of planned trials. It is larger than the number of trials if the user interrupted them. */
  readonly planned: number
  /** Processor time of the whole selftest, all threads together. */
  readonly cpuSeconds: number
  readonly trials: readonly Trial[]
}

export function documentOf(
  trials: readonly Trial[],
  score: Score,
  { wanted, tasks, limits, isOfKnownFailures }: SelftestScope,
): SelftestDocument {
  const { user, system } = process.cpuUsage()
  return {
    formatVersion: 1,
    tool: toolIdentity(),
    digests: { catalogue: catalogueDigest(catalogue.requirements), faults: faultsDigest() },
    profile: wanted.profile,
    seeds: wanted.seeds,
    on: wanted.on,
    limits,
    verdict: verdictOn(trials),
    score,
    ...togetherIn(trials, wanted.together),
    ...triggersIn(trials, wanted.triggers),
    ...(isOfKnownFailures ? { knownFailures: knownFailuresScoreOf(trials) } : {}),
    planned: tasks.length,
    cpuSeconds: Math.round((user + system) / 1e5) / 10,
    trials,
  }
}

function triggersIn(trials: readonly Trial[], count: number | undefined): Pick<SelftestDocument, 'triggers'> {
  const score = triggerScoreOf(trials)
  return count === undefined || score === undefined ? {} : { triggers: { count, ...score } }
}

function togetherIn(trials: readonly Trial[], together: Together | undefined): Pick<SelftestDocument, 'together'> {
  const score = togetherScoreOf(trials)
  return together === undefined || score === undefined ? {} : { together: { size: together.size, ...score } }
}

/** Selftests with the same digest have the same faults to detect. */
function faultsDigest(): string {
  const lines = [...faults.values()].map(({ id, breaks }) => JSON.stringify([id, [...breaks].sort()])).sort()
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex')}`
}
