import { formsInWords } from '../../core/model/credential.ts'
import type { Limit } from '../../core/model/limit.ts'
import type { Cost } from '../../core/model/operation.ts'
import { resultKey } from '../../core/model/requirement.ts'
import { counted } from '../../core/text/counted.ts'
import { longestAsked } from '../../engine/drive/backoff.ts'
import type { Driven } from '../../engine/drive/drive.ts'
import type { StopReason } from '../../engine/drive/shutdown.ts'
import type { EvidenceFooter } from '../../engine/record/evidence/frame.ts'
import { keptBusy, tooLongInWords, waitInWords } from './interruptions-in-words.ts'

export interface RunEnding {
  readonly halted: string | null
  readonly durationMs: number
  /** The interruption of the run, in words. */
  readonly interruption: string | undefined
  /** The most model calls and images that the target may accept. */
  readonly limit: Cost
  /** The model calls and images that it accepted. */
  readonly spent: Cost
  /** The number of requests of the plan. With requests that are drawn during the run, the most. */
  readonly planned: number
  /** The number of requests that exploration should send; absent if it is limited by time, or not wanted. */
  readonly wantedInRounds?: number | undefined
}

/** Returns the last line of the evidence of a run. */
export function footerOf(driven: Driven, ending: RunEnding): Omit<EvidenceFooter, 'count'> {
  const { halted, durationMs, interruption, wantedInRounds } = ending
  const { shrunk, unsent } = driven
  const [error] = driven.errors
  return {
    durationMs,
    halted,
    gap: error === undefined ? earlyEnd(driven, ending) : `the suite itself failed in ${error.id}: ${error.message}`,
    limits: [
      ...(interruption === undefined ? [] : [{ kind: 'interrupted', text: interruption } as const]),
      ...adjustmentsInWords(driven),
      ...cutsInWords(driven, ending),
      ...unprovenInWords(driven),
      ...explorationInWords(driven, wantedInRounds, ending),
    ],
    intermittent: shrunk.filter(({ outcome }) => outcome === 'intermittent').map(findingOf),
    ...overBudget(unsent),
    shrunk: shrunk.flatMap((one) => (one.smallest === undefined ? [] : [[findingOf(one), one.smallest] as const])),
  }
}

/** Describes how requests differ from those of the specification, for operations whose plain request was not served. */
function adjustmentsInWords({ adjustments }: Driven): readonly Limit[] {
  const other = (text: string): readonly Limit[] => [{ kind: 'other', text }]
  return [...adjustments].flatMap(([operation, { form, isConfigured }]) => [
    ...(form === undefined ? [] : other(`on ${operation} the run continued with the key in the ${formsInWords[form]}`)),
    ...(isConfigured
      ? other(`on ${operation} the run continued with the members under requests: in the configuration`)
      : []),
  ])
}

/** Returns the results of cases that were not sent because of a billing limit. */
function overBudget(unsent: Driven['unsent']): Pick<EvidenceFooter, 'overBudget'> {
  const left = unsent.filter(({ stopReason }) => stopReason === 'max-billed' || stopReason === 'max-images')
  const results = left.flatMap(({ toShow }) => {
    if (toShow === undefined) return []
    const { accepted, sent } = toShow.family?.() ?? { accepted: 0, sent: 0 }
    return toShow.requirements.map((id) => [resultKey(id, toShow.operation), accepted, sent] as const)
  })
  return results.length === 0 ? {} : { overBudget: results }
}

/** Says what the limit on repeated failures left open (interpretation G18). */
function unprovenInWords({ unproven }: Driven): readonly Limit[] {
  if (unproven === 0) return []
  const text = `${counted(unproven, 'request')} that failed could not be sent again often enough to count; --requirement decides fewer requirements with more repetitions`
  return [{ kind: 'other', text }]
}

function findingOf({ requirement, exchange }: { readonly requirement: string; readonly exchange: string }): string {
  return `${requirement} ${exchange}`
}

/** The limits of a run, and how much of them was used. */
type Billing = Pick<RunEnding, 'limit' | 'spent'>

const because: Readonly<Record<StopReason, string | ((billing: Billing) => string)>> = {
  'max-requests': 'the maximum number of requests was reached (--max-requests allows more)',
  'max-time': 'the time limit was reached (--max-time allows more)',
  'max-billed': ({ limit, spent }) =>
    `the limit of ${counted(limit.calls, 'accepted model call')}${beside(limit.calls - spent.calls)} leaves no room for them (--max-billed allows more)`,
  aborted: 'the run ended early',
  'max-images': ({ limit, spent }) =>
    `the limit of ${counted(limit.images, 'image')}${beside(limit.images - spent.images)} leaves no room for them (--max-images allows more)`,
  gone: 'the target no longer accepts connections',
  wedged: 'the target no longer answered',
  failing: 'the target answered every operation with server errors',
  redirected: 'their operation redirects every request',
  endless: 'the stream of the plain request of their operation does not end',
  overloaded: 'the target kept answering with errors or that it is too busy',
}

/**
 * Explains why a limit left requests out although it is not used up: a request is sent only if it could be accepted
 * within the limit, and a part of the limit is kept for requests of other kinds.
 */
function beside(left: number): string {
  return left > 0 ? ', with what is kept for others,' : ''
}

function reasonFor(stopReason: StopReason, billing: Billing): string {
  const why = because[stopReason]
  return typeof why === 'string' ? why : why(billing)
}

/** Returns why the target's behaviour ended the run before its plan. */
function earlyEnd({ givenUp, waiting, silence }: Driven, billing: Billing): string | null {
  const asked = waiting?.askedMs ?? 0
  if (asked > longestAsked) return tooLongInWords(asked)
  const isTimedOut = givenUp === undefined && waiting !== undefined && waiting.isInVain !== true
  if (isTimedOut) return asked > 0 ? waitInWords(asked) : keptBusy
  const why = givenUp ?? (waiting === undefined ? undefined : 'overloaded')
  return why === undefined ? null : `the run ended early: ${reasonFor(why, billing)}${silenceInWords(silence)}`
}

/** Describes where the target stopped answering: one of these requests may be the cause. */
function silenceInWords({ lastAnswered, firstUnanswered }: NonNullable<Driven['silence']> = {}): string {
  const since = firstUnanswered === undefined ? '' : ` since ${firstUnanswered}`
  return lastAnswered === undefined ? since : `${since}; the last request it answered was ${lastAnswered}`
}

/** Returns the kind of a limit. Requests to an operation that fails as a whole are blocked by that, and not cut off. */
function kindOf(stopReason: StopReason): Limit['kind'] {
  if (stopReason === 'redirected' || stopReason === 'endless') return 'other'
  return stopReason === 'max-time' || stopReason === 'aborted' ? 'time' : 'cut'
}

function cutsInWords({ unsent, planSent }: Driven, ending: RunEnding): readonly Limit[] {
  const cuts = Object.keys(because) as StopReason[]
  return cuts.flatMap((stopReason) => {
    const cut = unsent.filter((one) => one.stopReason === stopReason)
    const kind = kindOf(stopReason)
    const what = cut.some(({ isLast }) => isLast)
      ? restInWords(ending.planned, planSent)
      : `${cut.length} planned ${cut.length === 1 ? 'case was' : 'cases were'} not sent`
    return cut.length === 0 ? [] : [{ kind, text: `${what}: ${reasonFor(stopReason, ending)}` }]
  })
}

/** Says how much of a plan was sent whose further requests were not even drawn, so that their number is not known. */
function restInWords(planned: number, sent: number): string {
  return `after ${Math.min(sent, planned)} of up to ${counted(planned, 'request')}, the rest of the plan was not sent`
}

function explorationInWords(
  { roundsEnd: end }: Driven,
  wanted: number | undefined,
  billing: Billing,
): readonly Limit[] {
  if (end === undefined) return []
  const share = wanted === undefined ? counted(end.sent, 'request') : `${end.sent} of ${counted(wanted, 'request')}`
  return [{ kind: 'cut', text: `--explore sent ${share}: ${reasonFor(end.stopReason, billing)}` }]
}
