import type { Exchange } from '../../../core/model/exchange.ts'
import { isSuccess } from '../../../core/model/observation.ts'
import type { Verdict } from '../../../core/model/vocabulary.ts'
import type { Judge } from '../../../engine/judge/index.ts'

/**
 * The outcome of a replayed case. Warnings and known failures are not counted; those that are still there do not change it:
 *
 * - `still failing`: a requirement that failed before fails again
 * - `fixed`: all that failed before pass
 * - `changed`: a different requirement fails, or the case ends differently
 * - `no answer`: the case has no response now
 * - `gone`: the requirements that failed are no longer tested by the case
 * - `still passing`: nothing failed before, and nothing fails now
 * - `not reproduced`: nothing fails now, and before the case could not be judged
 * - `inconclusive`: the case could not be judged, neither before nor now
 */
export type CaseFate =
  | 'still failing'
  | 'fixed'
  | 'changed'
  | 'no answer'
  | 'gone'
  | 'still passing'
  | 'not reproduced'
  | 'inconclusive'

/** The reason why a violation does not fail a run: the level of its requirement, or the list of known failures. */
export type Leniency = 'warning' | 'known failure'

/** A requirement that fails on the case, before or now. */
export interface CaseChange {
  readonly requirement: string
  readonly before: Verdict
  readonly now: Verdict
  /** The reason why a violation does not fail the run; absent if it does. */
  readonly leniency?: Leniency
}

/** The comparison of a case before and after. */
export interface Comparison {
  readonly fate: CaseFate
  readonly changes: readonly CaseChange[]
}

/** One side of a comparison: the case before or now. */
export interface ReplaySide {
  readonly judge: Pick<Judge, 'retry'>
  readonly exchange: Exchange
  /** Other exchanges that the finding may depend on: attempts of the same request, steps of the same probe. */
  readonly others?: readonly Exchange[]
}

/** The two sides of a comparison. Each has the judge of its run. */
export interface ReplaySides {
  readonly before: ReplaySide
  readonly now: ReplaySide
}

/** Judges a case before and now, requirement by requirement. Violations of some do not fail the run. */
export function compare(
  requirements: readonly string[],
  { before, now }: ReplaySides,
  leniencyOf: (requirement: string) => Leniency | undefined,
): Comparison {
  const verdictBefore = verdictsOn(before)
  const verdictNow = verdictsOn(now)
  const verdicts = requirements.map((requirement): CaseChange => {
    const leniency = leniencyOf(requirement)
    const both = { before: verdictBefore(requirement), now: verdictNow(requirement) }
    return { requirement, ...both, ...(leniency === undefined ? {} : { leniency }) }
  })
  const changes = verdicts.filter((change) => change.before === 'fail' || change.now === 'fail')
  const wasJudged = isJudged(
    before.exchange,
    verdicts.map((one) => one.before),
  )
  const isJudgedNow = isJudged(
    now.exchange,
    verdicts.map((one) => one.now),
  )
  const isAnswered = now.exchange.response !== null
  const isRejectedNow = isSuccess(before.exchange.response?.status) && (now.exchange.response?.status ?? 0) >= 400
  return { fate: fateOf(changes, { wasJudged, isJudgedNow, isAnswered, isRejectedNow }), changes }
}

type VerdictOn = ReturnType<Judge['retry']>

function verdictsOn({ judge, exchange, others = [] }: ReplaySide): VerdictOn {
  return judge.retry(exchange, ...others)
}

/** Returns whether a response without failures was enough to judge the case. */
function isJudged({ response, ended }: Exchange, verdicts: readonly Verdict[]): boolean {
  if (response === null) return false
  if (!verdicts.some((verdict) => verdict === 'inconclusive' || verdict === 'error')) return true
  return ended === 'complete' && verdicts.includes('pass')
}

interface Judged {
  readonly wasJudged: boolean
  readonly isJudgedNow: boolean
  readonly isAnswered: boolean
  /** True if a request that was served before is rejected now, whether or not that violates anything. */
  readonly isRejectedNow: boolean
}

function fateOf(
  changes: readonly CaseChange[],
  { wasJudged, isJudgedNow, isAnswered, isRejectedNow }: Judged,
): CaseFate {
  const failing = changes.filter(({ now, leniency }) => now === 'fail' && leniency === undefined)
  if (failing.some(({ before }) => before === 'fail')) return 'still failing'
  if (failing.length > 0) return 'changed'
  if (!isAnswered) return 'no answer'
  const former = changes.filter(({ before, now }) => before === 'fail' && now !== 'fail')
  if (former.length === 0 && isRejectedNow) return 'changed'
  if (former.length === 0 && isJudgedNow) return wasJudged ? 'still passing' : 'not reproduced'
  if (former.length === 0) return wasJudged ? 'changed' : 'inconclusive'
  if (former.every(({ now }) => now === 'pass')) return 'fixed'
  return former.some(({ now }) => now === 'inconclusive' || now === 'error') ? 'changed' : 'gone'
}
