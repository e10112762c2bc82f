import { notCaptured } from '../../core/model/exchange.ts'
import { isComplete2xx, type Observation, strayStatuses } from '../../core/model/observation.ts'
import { appliesTo, type ExchangeRequirement } from '../../core/model/requirement.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import { checkExchange } from './check-exchange.ts'
import type { KnownExchanges } from './known-exchanges.ts'
import type { LocatedFinding, Ruling } from './ruling.ts'
import { startTally, type Tally } from './tally.ts'
import { decidingRequests } from './transcript/deciding.ts'
import { incomparableInWords, neverServedInWords } from './transcript/rejection.ts'
import { hasLargerBody } from './transcript/sizes.ts'
import { isMaybeDenied, type Trace } from './transcript/trace.ts'
import type { Transcript } from './transcript/transcript.ts'
import { doubtOf, needsProof, withUnproven } from './transcript/unproven.ts'

/** Evaluates one requirement about rejections: whether a request is rejected, and how. */
export interface RejectionEvaluator {
  see(seen: Observation, trace: Trace): void
  rule(transcript: Transcript): Ruling
}

/** The result of one exchange by itself. Its control request determines whether it counts. */
interface Judged {
  readonly trace: Trace
  readonly alone: Ruling
  /** The facets that the requirement needs and the source did not capture, in words. */
  readonly missing: string | undefined
}

/**
 * Evaluates a requirement that needs control requests (interpretation G9): a rejection, correct or not, counts only if
 * the same request without the violation was accepted. The acceptance of a forbidden request always counts.
 */
export function startRejectionEvaluator(
  requirement: ExchangeRequirement,
  operation: Endpoint,
  known: KnownExchanges,
): RejectionEvaluator {
  const judged: Judged[] = []
  return {
    see: (seen, trace) => {
      if (!seems(requirement, seen)) return
      const tally = startTally(known)
      checkExchange(requirement, seen, tally)
      const alone = tally.ruling(requirement, operation)
      const missing = notCaptured(seen.exchange, requirement.needs)
      if (alone.verdict !== 'untested' || trace.fate !== 'answered') judged.push({ trace, alone, missing })
    },
    rule: (transcript) => {
      const tally = startTally(known)
      const passing = new Set(judged.filter(({ alone }) => alone.verdict === 'pass').map(({ trace }) => trace.identity))
      const isSuperseded = ({ trace, alone }: Judged) =>
        (needsProof(requirement) && isMuchLarger(trace, transcript)) ||
        (passing.has(trace.identity) &&
          (alone.verdict === 'inconclusive' || (alone.verdict === 'fail' && isOneOfSeveral(trace))))
      const words = judged.filter((one) => !isSuperseded(one)).map((one) => ({ one, word: wordOn(one, transcript) }))
      const broken = words.filter(({ word }) => word !== undefined && isBroken(word))
      const isProven = !needsProof(requirement) || broken.some(({ one }) => isShown(one, transcript))
      for (const { word } of words)
        if (word !== undefined) addAll(tally, isProven || !isBroken(word) ? word : inDoubt(word))
      const unbound = words.filter(({ word }) => word === undefined).map(({ one }) => one.trace)
      const unproven = isProven ? [] : broken.map(({ one }) => one.trace.exchange)
      const ruling = withUnproven(tally.ruling(requirement, operation), unproven, known)
      if (unbound.length === 0 || ruling.verdict !== 'untested') return ruling
      const controls = unbound.flatMap(transcript.unacceptedControls)
      return {
        ...ruling,
        untested: incomparableInWords(unbound, transcript),
        deciding: decidingRequests(controls, known),
      }
    },
  }
}

/**
 * Returns whether a correct rejection of the same request shows that this one was chance (interpretations G10, G18).
 * Recorded traffic is judged as it is, except for statuses that a proxy or key service may return for a moment.
 */
function isOneOfSeveral({ responseClass, status = 0, isOfRun }: Trace): boolean {
  return responseClass === 'rejected' && (isOfRun === true || strayStatuses.has(status))
}

/** A body this many times as large as every accepted one may be rejected for its size, whatever else is wrong with it. */
const much = 1.5

/** Returns whether a request was answered with 413, and is much larger than every accepted one (interpretation G11). */
function isMuchLarger({ status, bytes, operation }: Trace, transcript: Transcript): boolean {
  return status === 413 && hasLargerBody(bytes / much, transcript.acceptedShape(operation).sizes)
}

/** The part of the ruling on one exchange that counts. */
type Word = Pick<Ruling, 'findings' | 'findingsTotal' | 'verdict' | 'example'>

const nothing: Word = { findings: [], findingsTotal: 0, verdict: 'untested' }

/** Returns the statement of an exchange; `undefined` if it proves nothing, since no control request was accepted. */
function wordOn({ trace, alone, missing }: Judged, transcript: Transcript): Word | undefined {
  if (alone.verdict === 'error' || trace.responseClass === 'accepted') return alone
  if (isMaybeDenied(trace) && !transcript.isKeyServed(trace)) return undefined
  const attempts = transcript.attemptsOf(trace.identity)
  const isWrong = alone.verdict === 'fail' || transcript.isNeverAnswered(attempts)
  if (!transcript.isControlAccepted(trace) && !(isWrong && transcript.isControlNotRejected(trace))) return undefined
  // A single status such as 302 decides nothing. If every attempt gets it, it is the target's answer.
  const isSettled = alone.verdict === 'inconclusive' && transcript.isNeverAnswered(attempts)
  if (!isSettled && (trace.fate === 'answered' || trace.responseClass === 'errored')) return alone
  // A request that was answered on a later attempt is judged by that answer.
  if (!isSettled && transcript.isServed(trace.identity)) return nothing
  const finding =
    missing !== undefined
      ? ({ exchange: trace.exchange, doubt: true, message: missing } as const)
      : unanswered(trace, attempts, transcript)
  const verdict = finding.doubt === true ? 'inconclusive' : 'fail'
  return { findings: [finding], findingsTotal: 1, verdict }
}

function isBroken({ verdict }: Word): boolean {
  return verdict === 'fail'
}

function inDoubt(word: Word): Word {
  return { ...word, findings: word.findings.map(doubtOf) }
}

/**
 * Returns whether a violation counts: the request was accepted, or it was answered in this way again (interpretation
 * G18).
 */
function isShown({ trace }: Judged, transcript: Transcript): boolean {
  return isComplete2xx(trace.responseClass) || transcript.isShownAgain(transcript.attemptsOf(trace.identity))
}

function addAll(tally: Tally, { findings, findingsTotal, verdict, example }: Word): void {
  if (findingsTotal === 0 && verdict === 'untested') return
  tally.judged(example)
  for (const finding of findings) tally.add(finding)
}

/**
 * Returns the finding on a request without a rejection. Errors, silence and broken connections are no rejections: once
 * may be chance, but repeatedly is a violation (G10).
 */
function unanswered({ exchange, status }: Trace, attempts: readonly Trace[], transcript: Transcript): LocatedFinding {
  const at = { in: 'status' } as const
  const actual = status ?? null
  if (!transcript.isNeverAnswered(attempts))
    return {
      exchange,
      doubt: true,
      message: `inconclusive: ${status === undefined ? 'no response' : `status ${status}`} instead of a rejection, once`,
      at,
      actual,
    }
  const message = `${neverServedInWords(attempts)} for an invalid request; expected 4xx (the same request without the violation succeeds)`
  return { exchange, message, at, expected: 'a rejection with a 4xx status', actual }
}

/** Returns whether the requirement seems to apply. If its code throws, `checkExchange` reports the error. */
function seems(requirement: ExchangeRequirement, seen: Observation): boolean {
  try {
    return appliesTo(requirement, seen)
  } catch {
    return true
  }
}
