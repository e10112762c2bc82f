import { answerInWords } from '../../../core/model/answer-in-words.ts'
import type { RejectionRequirement } from '../../../core/model/requirement.ts'
import type { InvalidRequest } from '../invalid-request-in-words.ts'
import type { LocatedFinding } from '../ruling.ts'
import { isMaybeDenied, type Trace } from './trace.ts'
import type { Attempts, Transcript } from './transcript.ts'

/** The statement of one request on one rule. */
export type RequestWord =
  /** `isIncomparable` if the request to compare it with was not accepted. */
  | { readonly kind: 'silent'; readonly why: string; readonly isIncomparable?: true }
  | { readonly kind: 'kept'; readonly exchange: string }
  /** `needsProof` if it counts only once the request failed again (interpretation G18). */
  | { readonly kind: 'broken'; readonly finding: LocatedFinding; readonly needsProof?: true }
  /** `isUncaptured` if the source did not capture a facet that the requirement needs. */
  | { readonly kind: 'doubted'; readonly finding: LocatedFinding; readonly isUncaptured?: true }

/** The reasons why the response to an invalid request proves nothing, by the fate of its control request. */
export const incomparable = {
  rejected: 'not tested: the same request without the violation was not accepted',
  unsent: 'not tested: no valid request was sent to compare the invalid one with',
} as const

/** Returns why the responses to these invalid requests prove nothing. */
export function incomparableInWords(traces: readonly Trace[], transcript: Transcript): string {
  return incomparable[traces.some(transcript.isControlSent) ? 'rejected' : 'unsent']
}

const cutOff = 'not tested: the server closed the connection instead of answering, which is allowed here'

/** Returns the statement of a single-violation request on the rule that it violates (interpretations G9, G10). */
export function rejectionWord(
  { mayBeCutOff = false, contested }: Pick<RejectionRequirement, 'mayBeCutOff' | 'contested'>,
  attempts: Attempts,
  transcript: Transcript,
): RequestWord {
  const [first] = attempts
  const accepted = attempts.find(({ responseClass }) => responseClass === 'accepted')
  if (accepted !== undefined) return wrong(accepted, acceptedInWords(accepted, contested))
  const taken = attempts.find(isTaken)
  const isWrong = taken !== undefined || transcript.isNeverAnswered(attempts)
  if (!transcript.isControlAccepted(first) && !(isWrong && transcript.isControlNotRejected(first)))
    return { kind: 'silent', why: incomparableInWords([first], transcript), isIncomparable: true }
  if (taken !== undefined) return wrong(taken, unfitInWords(taken))
  const rejected = attempts.find(
    (one) => one.responseClass === 'rejected' && !(isMaybeDenied(one) && !transcript.isKeyServed(one)),
  )
  if (rejected !== undefined) return { kind: 'kept', exchange: rejected.exchange }
  if (mayBeCutOff && attempts.every(({ isCutOff }) => isCutOff)) return { kind: 'silent', why: cutOff }
  if (!transcript.isNeverAnswered(attempts)) return doubted(attempts.at(-1) ?? first)
  return { ...wrong(first, unansweredInWords(first, attempts)), needsProof: true }
}

/**
 * Returns whether the response is a 2xx without a valid reply, with an error event, or with a body that was not recorded.
 * None of these is a rejection.
 */
function isTaken({ responseClass, isTaken: isKnownByStatus }: Trace): boolean {
  return responseClass === 'unrecognised' || responseClass === 'errored' || isKnownByStatus === true
}

function wrong(trace: Trace, message: string): Extract<RequestWord, { kind: 'broken' }> {
  const finding = {
    exchange: trace.exchange,
    message,
    at: { in: 'status' },
    expected: 'a rejection with a 4xx status',
    actual: trace.status ?? null,
  } as const
  return { kind: 'broken', finding }
}

/** Returns, for example, `accepted (200) temperature 1.1; the maximum is 1`. */
function acceptedInWords({ status, breach }: Trace, contested: string | undefined): string {
  const { what, allowed } = invalid(breach)
  const found = `accepted (${status}) ${what}; ${allowed ?? 'expected 4xx'}`
  return contested === undefined
    ? found
    : `${found}. This rule is contested: ${contested}. The specification forbids it`
}

function unfitInWords({ status, responseClass, isUncaptured, breach }: Trace): string {
  return `returned ${answerInWords(status, responseClass, isUncaptured !== true)} for ${withLimit(breach)}; expected 4xx`
}

/**
 * Returns, for example, `returned 500 on every attempt for an empty body; expected 4xx (the same request with a valid
 * body succeeds)`.
 */
function unansweredInWords({ breach }: Trace, attempts: readonly Trace[]): string {
  const control = breach?.pointers.includes('/body') === true ? 'with a valid body' : 'without the violation'
  return `${neverServedInWords(attempts)} for ${withLimit(breach)}; expected 4xx (the same request ${control} succeeds)`
}

function withLimit(breach: Trace['breach']): string {
  const { what, allowed } = invalid(breach)
  return allowed === undefined ? what : `${what} (${allowed})`
}

function invalid(breach: Trace['breach']): InvalidRequest {
  return breach?.words ?? { what: 'an invalid request' }
}

/** Describes several attempts that got neither rejection nor success: `returned 500 on every attempt`. */
export function neverServedInWords(attempts: readonly Trace[]): string {
  const statuses = [...new Set(attempts.map(({ status }) => status))]
  const [status] = statuses
  const [malformed, ...others] = new Set(attempts.map((one) => one.malformed))
  if (malformed !== undefined && others.length === 0) return `sent ${malformed} on every attempt`
  if (statuses.length === 1 && status === undefined) return 'sent no response on any attempt'
  if (statuses.length > 1) return `returned ${statuses.map((one) => one ?? 'no response').join(', then ')}`
  if (attempts.every(({ isTimedOut }) => isTimedOut)) return `did not end its response (${status}) on any attempt`
  if (attempts.every(({ fate }) => fate === 'broken')) return `cut off its response (${status}) on every attempt`
  return `returned ${status} on every attempt`
}

/** Returns the statement of a request whose responses decide nothing. */
export function doubted({ exchange, status, responseClass, unread, isUncaptured }: Trace): RequestWord {
  const why = unread === undefined ? '' : `; ${unread}`
  const message = `inconclusive: ${isUncaptured === true ? `status ${status}` : undecidedInWords(status, responseClass)}${why}`
  return { kind: 'doubted', finding: { exchange, doubt: true, message, actual: status } }
}

/** Returns, for example, `status 200, but the body is not a valid response of this operation`. */
function undecidedInWords(status: number | undefined, responseClass: Trace['responseClass']): string {
  if (status === undefined) return 'no response'
  return responseClass === 'unrecognised'
    ? `status ${status}, but the body is not a valid response of this operation`
    : `status ${answerInWords(status, responseClass)}`
}
