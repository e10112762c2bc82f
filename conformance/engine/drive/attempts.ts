import type { Exchange, RecordedRequest } from '../../core/model/exchange.ts'
import type { ResponseClass } from '../../core/model/observation.ts'
import { attemptOf, type Intent } from '../../core/model/why.ts'
import { fractionFor } from '../plan/values/seed.ts'
import { asksForPause, backoff } from './backoff.ts'
import { isServing, isServingBeside } from './control-requests.ts'
import type { Answered, AttemptOutcome, Run, Sending, Troubled } from './run-types.ts'
import { sendOnce } from './send-once.ts'
import { takeOne } from './spending.ts'

/**
 * The most attempts of a request that met trouble: in the first pass, in all, if its error is final, and if the target
 * only asked to wait.
 */
const mostAttempts = { first: 3, all: 4, settled: 3, asked: 8 }

/**
 * Sends a request, and sends it again if it met trouble: a server error, no response, or a broken connection
 * (interpretations G10, G11). Each attempt is an exchange of its own, `…~2`, `…~3`, and is judged. After each one a
 * control request shows whether the target serves others. If it does not, this is an outage: everything waits, and the
 * request is sent again in the second pass (`troubled`).
 */
export async function attempt(
  run: Run,
  intent: Intent,
  request: RecordedRequest,
  sending: Sending,
): Promise<AttemptOutcome> {
  const outcome = await attemptsUpTo(run, intent, request, sending, mostAttempts.first)
  const isFinal = sending.isTrial === true || isBuiltOnRejected(run, intent)
  if ('stopReason' in outcome || isFinal || !isWorthAnother(run, outcome, intent)) return outcome
  return { ...outcome, troubled: { intent, request, sending, isSettled: outcome.isSettled } }
}

/** Sends a request in the second pass, until it is served or has used up its attempts. */
export function attemptAgain(run: Run, { intent, request, sending }: Troubled): Promise<AttemptOutcome> {
  return attemptsUpTo(run, intent, request, sending, mostAttempts.all)
}

async function attemptsUpTo(
  run: Run,
  intent: Intent,
  request: RecordedRequest,
  sending: Sending,
  most: number,
): Promise<AttemptOutcome> {
  const attempts: Exchange[] = []
  for (;;) {
    const count = run.attempts.next(intent.caseId)
    const own = attemptOf(intent, count)
    const again = { ...sending, isUrgent: sending.isUrgent === true || count > 1 }
    const outcome = await sendOnce(run, own, request, again, (exchange) => attempts.push(bare(exchange)))
    if ('stopReason' in outcome) run.attempts.undo(intent.caseId)
    if ('stopReason' in outcome || run.learned.hopelessAt(request) !== undefined) return outcome
    if (!isTrouble(outcome) && !isErrored(run, outcome, intent)) return outcome
    if (isBuiltOnRejected(run, intent)) return outcome
    const isSettled = outcome.isSettled || run.learned.settled.settle(attempts)
    if (!isWorthRepeating(outcome, count, isSettled, most) || !takeOne(run.spending.left, 'retries')) return outcome
    const pause = isSettled ? 0 : backoff(outcome.head, count, fractionFor(run.seed, own.id))
    if (pause === undefined) return outcome
    // If the target asks all clients to wait, the scheduler delays all requests.
    if (!isSettled && isServerTrouble(outcome) && !asksForPause(outcome.head)) {
      const isViolation = intent.why.kind === 'violation'
      const control = await (isViolation ? isServingBeside(run, request) : isServing(run, request))
      if (control === false) return outcome
      if (control === undefined) await run.scheduler.sleep(pause)
    }
    if (run.scheduler.stopped !== undefined) return outcome
  }
}

/**
 * Returns whether a stream of a valid request ended with an error event, which means no more than a 503, on an operation
 * that serves others.
 */
function isErrored({ learned }: Run, { responseClass }: Answered, { why, operation }: Intent): boolean {
  if (responseClass !== 'errored' || why.kind === 'violation') return false
  return why.kind === 'plain' || (operation !== undefined && learned.baseOf(operation) !== undefined)
}

/**
 * Returns whether the control request (the same request without the violation) was rejected too. Further attempts then
 * show nothing.
 */
function isBuiltOnRejected({ learned }: Run, { why }: Intent): boolean {
  return why.kind === 'violation' && learned.isRejected(why.control)
}

/**
 * Reduces an exchange to the part that attempts are compared by: for a server error the first chunks of the body, and
 * no body otherwise.
 */
function bare(exchange: Exchange): Exchange {
  const { response } = exchange
  if (response === null || response.status < 500)
    return { ...exchange, response: response && { ...response, chunks: [] } }
  return { ...exchange, response: { ...response, chunks: response.chunks.slice(0, 4) } }
}

function isWorthRepeating(answered: Answered, count: number, isSettled: boolean, most: number): boolean {
  // A response that was too large would be too large again.
  if (answered.ended === 'too-large') return false
  if (asksForPause(answered.head) && !isSettled) return count < mostAttempts.asked
  return count < (isSettled ? (most === mostAttempts.all ? mostAttempts.settled : 1) : most)
}

/**
 * Returns whether the second pass should send a request again. A response that was too large would be too large again.
 */
function isWorthAnother(run: Run, answered: Answered, intent: Intent): boolean {
  return (isTrouble(answered) || isErrored(run, answered, intent)) && answered.ended !== 'too-large'
}

/** Returns whether the target failed. A status such as 408 is an answer and calls for no control request. */
function isServerTrouble({ head }: Answered): boolean {
  return head === null || head.status < 400 || head.status >= 500
}

const troubles: readonly ResponseClass[] = ['busy', 'failed', 'strange']

/** Returns whether the outcome is about the state of the target rather than about the request. */
export function isTrouble({ head, ended, responseClass, asksToPay }: Answered): boolean {
  if (asksToPay === true) return true
  // A request that no operation knows is classified by its status alone.
  if (responseClass !== undefined) return troubles.includes(responseClass)
  if (head === null) return ended === 'reset'
  return head.status === 429 || head.status >= 500
}
