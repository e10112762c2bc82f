import type { Exchange, RecordedRequest, ResponseHead } from '../../core/model/exchange.ts'
import type { SentAs } from '../../core/model/why.ts'
import { fractionFor } from '../plan/values/seed.ts'
import { askedToWait, asksForPause, backoff } from './backoff.ts'
import { costOf, paidWork } from './billing-budget.ts'
import { isBilledFor, isServed, isStillThere } from './control-requests.ts'
import type { Seen } from './driving-judge.ts'
import { isMeantToBeRejected, isRejectedOrFailed } from './learned.ts'
import type { Answered, AttemptOutcome, Run, Sending } from './run-types.ts'
import type { Load } from './throttle.ts'

/** Reserves the cost of a request, then sends it. */
export async function sendOnce(
  run: Run,
  as: SentAs,
  planned: RecordedRequest,
  { isUrgent = false, expectation, mostRead, isAsBefore }: Sending,
  keep: (exchange: Exchange) => void,
): Promise<AttemptOutcome> {
  const { id, why } = as
  const request = isAsBefore === true ? planned : run.named(planned)
  const hopeless = run.learned.hopelessAt(request)
  // A few failures have to be shown again, even if the target serves nothing.
  if (hopeless === 'endless' || (hopeless !== undefined && isAsBefore !== true)) return { stopReason: hopeless }
  const sent = { request, why, sentAs: as }
  run.sent.keep(id, sent)
  let isSettled = false
  const load = (exchange: Exchange, rounds: number): Load => {
    isSettled = run.learned.settled.isSettled(exchange, rounds)
    if (isSettled) return 'unknown'
    return loadOf(exchange, rounds, why.kind === 'violation', () => fractionFor(run.seed, id))
  }
  const price = { cost: costOf(run, request), expectation }
  const work = async () => {
    const passed = await run.scheduler.run((signal) => run.send(request, as, signal), { isUrgent, load })
    return 'stopReason' in passed ? passed : { exchange: passed.done, seen: run.judge.see(passed.done) }
  }
  const came = await paidWork(run.spending.billing, price, work, (done) => 'exchange' in done && isBilledFor(done))
  if ('stopReason' in came) {
    run.sent.forget(id)
    return came
  }
  keep(came.exchange)
  const { seen } = came
  const read = mostRead === undefined ? undefined : contentsOf(seen, mostRead)
  const known = { isBilled: isBilledFor(came), isSettled, ...(read && { read }) }
  const outcome = await arrived(run, as, request, came, known)
  if (isToBeShownAgain(outcome)) run.sent.keepFailed(id, sent)
  return outcome
}

/** Returns the contents of a response of at most this many bytes; `undefined` if it is longer or has none. */
function contentsOf(seen: Seen | undefined, mostBytes: number): Answered['read'] {
  if (seen === undefined || (seen.body?.length ?? 0) > mostBytes) return undefined
  if (seen.json !== undefined) return { json: seen.json }
  return seen.stream && { events: seen.stream.events.map(({ json }) => json) }
}

function isToBeShownAgain(outcome: AttemptOutcome): boolean {
  if ('stopReason' in outcome) return false
  const { isRejectedInVain, responseClass } = outcome
  return isRejectedInVain || responseClass === 'failed' || responseClass === 'busy'
}

async function arrived(
  run: Run,
  as: SentAs,
  request: RecordedRequest,
  { exchange, seen }: { readonly exchange: Exchange; readonly seen: Seen | undefined },
  known: Pick<Answered, 'isBilled' | 'isSettled' | 'read'>,
): Promise<AttemptOutcome> {
  const responseClass = seen?.responseClass
  run.learned.note({ as, request, exchange, seen, isSettled: known.isSettled })
  run.onArrival(as.id)
  if (exchange.ended === 'cancelled' && run.scheduler.stopped !== undefined)
    return { stopReason: run.scheduler.stopped }
  const tripped = run.breaker.trips(exchange, isMeantToBeRejected(seen), run.scheduler.pauses.rounds, known.isSettled)
  if (tripped === 'wedged' && (await isStillThere(run))) run.breaker.reset()
  else if (tripped !== undefined) run.scheduler.stop(tripped)
  const isRejected = isRejectedOrFailed(responseClass) || isDeniedDespiteKey(run, request, exchange, seen)
  const isRejectedInVain = isRejected && (seen?.request?.violations?.length ?? 0) === 0
  if (isRejectedInVain) run.learned.noteRejected(as.caseId)
  const pays = exchange.response?.status === 402 && isKeyServed(run, request) ? ({ asksToPay: true } as const) : {}
  return { ...known, ...pays, head: headOf(exchange), ended: exchange.ended, responseClass, isRejectedInVain }
}

/**
 * Returns whether a 401 or 403 is about the request: the operation has accepted the same key before (interpretation
 * G10).
 */
function isDeniedDespiteKey(run: Run, request: RecordedRequest, { response }: Exchange, seen?: Seen) {
  if (response?.status !== 401 && response?.status !== 403) return false
  return isKeyServed(run, request) && !isMeantToBeRejected(seen)
}

function isKeyServed({ learned, operations }: Run, request: RecordedRequest): boolean {
  const operation = operations.find((one) => one.matches(request))
  return operation !== undefined && learned.baseOf(operation.id) !== undefined
}

function headOf({ response }: Exchange): ResponseHead | null {
  return response && { status: response.status, headers: response.headers }
}

/**
 * Returns what a response shows about the target's load. After a pause, trouble with a valid request shows that the
 * outage continues. Trouble with an invalid request may be caused by the request itself.
 */
function loadOf(exchange: Exchange, rounds: number, isViolation: boolean, fraction: () => number): Load {
  const { response } = exchange
  if (response !== null && asksForPause(response))
    return { pause: backoff(response, rounds + 1, fraction()) ?? 0, asked: askedToWait(response) }
  if (isServed(exchange)) return 'served'
  if (rounds === 0) return response === null ? 'unknown' : 'served'
  return isViolation ? 'unknown' : { pause: backoff(null, rounds + 1, fraction()) ?? 0 }
}
