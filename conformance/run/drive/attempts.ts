import type { Exchange, RecordedRequest, ResponseHead } from '../../model/exchange.ts'
import { isLetIn, type ResponseClass } from '../../model/observation.ts'
import { attemptOf, type Intent, type SentAs } from '../../model/why.ts'
import { fractionFor } from '../../plan/values/seed.ts'
import { askedToWait, asksForPause, backoff } from './backoff.ts'
import { type Expectation, paidWork } from './billing-budget.ts'
import { costOf, type Run, type Seen } from './driver.ts'
import { saidIn } from './settled-errors.ts'
import type { StopReason } from './shutdown.ts'
import { takeOne } from './spending.ts'
import type { Load } from './throttle.ts'

/** How a request fared in the end. */
export type AttemptOutcome = Answered | { readonly stopReason: StopReason }

/** How the target took a request. */
export interface Answered {
  /** `null` when nothing came. A body is not kept: attempts wait for others, and all their bodies would be too much. */
  readonly head: ResponseHead | null
  readonly ended: Exchange['ended']
  readonly responseClass: ResponseClass | undefined
  /** The JSON of a response that is to be read. */
  readonly json?: unknown
  /** Whether it was turned down although the judge finds nothing that it breaks. */
  readonly isRejectedInVain: boolean
  /** How the body of a rejection begins, as text: it may name what the target misses. */
  readonly said?: string
  /** Whether a gateway may bill it. */
  readonly isBilled: boolean
  /** The error that came is an answer: waiting would not change it. */
  readonly isSettled: boolean
}

/** What may be said about sending a request, beside the request. */
export interface Sending {
  /** It goes on with something. */
  readonly isUrgent?: boolean
  /** Whether the plan counts on being billed for it. */
  readonly expectation: Expectation
  /** The JSON of a response of at most so many bytes is kept for the steps that follow; by default of none. */
  readonly mostRead?: number
}

/** Larger requests are not kept: what is large about them is a file, and a file is not made smaller. */
const mostKept = 256 * 1024

/** A request is sent this often at most where it broke or failed, and where the target only asked to wait. */
const mostAttempts = { broken: 3, asked: 8 }

/**
 * Sends a request, and again where the target was busy or failed (interpretation G11). Every attempt is an exchange of
 * its own, `…~2`, `…~3`, and is judged: a silent retry would hide the defect. What goes on with something is urgent.
 */
export async function attempt(
  run: Run,
  intent: Intent,
  request: RecordedRequest,
  sending: Sending,
): Promise<AttemptOutcome> {
  const attempts: Exchange[] = []
  for (let count = 1; ; count += 1) {
    const own = attemptOf(intent, count)
    const again = { ...sending, isUrgent: sending.isUrgent === true || count > 1 }
    const outcome = await sendOnce(run, own, request, again, (exchange) => attempts.push(bare(exchange)))
    if ('stopReason' in outcome) return outcome
    const isSettled = outcome.isSettled || run.spending.settled.settle(attempts)
    if (!isWorthRepeating(outcome, count, isSettled) || !takeOne(run.spending.left, 'retries')) return outcome
    const pause = isSettled ? 0 : backoff(outcome.head, count, fractionFor(run.seed, own.id))
    if (pause === undefined) return outcome
    // Where the target asks everybody to wait the scheduler sees to it, for this request as for the others.
    if (pause > 0 && !asksForPause(outcome.head)) await run.scheduler.sleep(pause)
    if (run.scheduler.stopped !== undefined) return outcome
  }
}

/** An exchange of which attempts are compared: without its request, and with no more of its body than that takes. */
function bare(exchange: Exchange): Exchange {
  const { response } = exchange
  if (response === null || response.status < 500)
    return { ...exchange, response: response && { ...response, chunks: [] } }
  return { ...exchange, response: { ...response, chunks: response.chunks.slice(0, 4) } }
}

/** Sends a request once its cost is reserved. */
async function sendOnce(
  run: Run,
  as: SentAs,
  planned: RecordedRequest,
  { isUrgent = false, expectation, mostRead }: Sending,
  keep: (exchange: Exchange) => void,
): Promise<AttemptOutcome> {
  const { id, why } = as
  const request = run.named(planned)
  if (request.body.length <= mostKept) run.sent.set(id, { request, why })
  let isSettled = false
  const load = (exchange: Exchange, rounds: number): Load => {
    isSettled = run.spending.settled.isSettled(exchange, rounds)
    return isSettled ? 'unknown' : loadOf(exchange, rounds, () => fractionFor(run.seed, id))
  }
  const price = { cost: costOf(run, request), expectation }
  const work = async () => {
    const passed = await run.scheduler.run((signal) => run.send(request, as, signal), { isUrgent, load })
    return 'stopReason' in passed ? passed : { exchange: passed.done, seen: run.judge.see(passed.done) }
  }
  const came = await paidWork(run.spending.billing, price, work, (done) => 'exchange' in done && isBilledFor(done))
  if ('stopReason' in came) {
    run.sent.delete(id)
    return came
  }
  keep(came.exchange)
  const { seen } = came
  const isRead = mostRead !== undefined && seen?.json !== undefined && (seen.body?.length ?? 0) <= mostRead
  const known = { isBilled: isBilledFor(came), isSettled, ...(isRead ? { json: seen.json } : {}) }
  return arrived(run, id, request, came, known)
}

/** A 2xx means that a model has worked, however it goes on; only a reply that says no although its status does not is free. */
export function isBilledFor({
  exchange,
  seen,
}: {
  readonly exchange: Exchange
  readonly seen?: Seen | undefined
}): boolean {
  const { response } = exchange
  if (response === null || response.status < 200 || response.status >= 300) return false
  return seen?.responseClass !== 'rejected' && seen?.responseClass !== 'denied' && seen?.responseClass !== 'failed'
}

async function arrived(
  run: Run,
  id: string,
  request: RecordedRequest,
  { exchange, seen }: { readonly exchange: Exchange; readonly seen: Seen | undefined },
  known: Pick<Answered, 'isBilled' | 'isSettled' | 'json'>,
): Promise<AttemptOutcome> {
  const responseClass = seen?.responseClass
  if (isLetIn(responseClass)) noteAccepted(run, request, seen)
  run.onArrival(id)
  if (exchange.ended === 'cancelled' && run.scheduler.stopped !== undefined)
    return { stopReason: run.scheduler.stopped }
  noteAnswered(run, request, exchange, responseClass)
  const tripped = run.breaker.trips(exchange, isMeantToBeRejected(seen), run.scheduler.pauses.rounds, known.isSettled)
  if (tripped === 'wedged' && (await isStillThere(run))) run.breaker.reset()
  else if (tripped !== undefined) run.scheduler.stop(tripped)
  return {
    ...known,
    head: headOf(exchange),
    ended: exchange.ended,
    responseClass,
    isRejectedInVain: isTurnedDown(responseClass) && !breaksSomething(seen),
    ...(responseClass === 'rejected' ? { said: saidIn(exchange) } : {}),
  }
}

/** What was answered is worth asking again where a target seems gone; what it rejected costs nothing. */
function noteAnswered(
  run: Run,
  request: RecordedRequest,
  { response }: Exchange,
  responseClass: Seen['responseClass'],
): void {
  if (response === null || request.body.length > mostKept) return
  const isFree = responseClass === 'rejected' || responseClass === 'denied'
  if (run.known.request === undefined || (isFree && !run.known.isFree)) run.known = { request, isFree }
}

/**
 * Whether a target that left many requests in a row without an answer answers one that it answered before. It may only be
 * that it breaks off every reply of one kind: then there is a point in going on with the others.
 */
async function isStillThere(run: Run): Promise<boolean> {
  const { request } = run.known
  if (request === undefined) return false
  run.asked.count += 1
  const caseId = `still-there/${String(run.asked.count).padStart(2, '0')}`
  const as = attemptOf({ caseId, why: { kind: 'alive' } })
  const price = { cost: costOf(run, request), expectation: 'extra' } as const
  const passed = await paidWork(
    run.spending.billing,
    price,
    () => run.scheduler.run((signal) => run.send(request, as, signal), { isUrgent: true }),
    (sent) => 'done' in sent && isBilledFor({ exchange: sent.done }),
  )
  if ('stopReason' in passed) return false
  run.judge.see(passed.done)
  return passed.done.response !== null
}

function isTurnedDown(responseClass: ResponseClass | undefined): boolean {
  return responseClass === 'rejected' || responseClass === 'failed'
}

function breaksSomething(seen: Seen | undefined): boolean {
  return (seen?.request?.violations?.length ?? 0) > 0
}

function headOf({ response }: Exchange): ResponseHead | null {
  return response && { status: response.status, headers: response.headers }
}

/** What an answer says about the target's load. No answer says nothing: a request of its own may be to blame. */
function loadOf({ response }: Exchange, rounds: number, fraction: () => number): Load {
  if (response === null) return 'unknown'
  if (!asksForPause(response)) return 'served'
  return { pause: backoff(response, rounds + 1, fraction()) ?? 0, asked: askedToWait(response) }
}

function isMeantToBeRejected(seen: Seen | undefined): boolean {
  const { violations = [], credential } = seen?.request ?? {}
  return violations.length > 0 || (credential !== undefined && credential.kind !== 'valid')
}

function noteAccepted(run: Run, request: RecordedRequest, seen: Seen | undefined): void {
  const { bases } = run.spending
  const operation = seen?.operation ?? run.operations.find((one) => one.matches(request))
  if (operation === undefined || isMeantToBeRejected(seen)) return
  const known = bases.get(operation.id)
  const size = request.body.length + request.path.length
  if (known === undefined || size < known.body.length + known.path.length) bases.set(operation.id, request)
}

function isWorthRepeating(answered: Answered, count: number, isSettled: boolean): boolean {
  // What was too much once would be too much again.
  if (!isPassing(answered) || answered.ended === 'too-large') return false
  // A failure counts once it is repeated (interpretation G11); to be told again to come back later tells nothing more.
  if (isSettled) return count < 2 && answered.responseClass === 'failed'
  return count < (asksForPause(answered.head) ? mostAttempts.asked : mostAttempts.broken)
}

/** What no operation knows is told by its status alone. */
function isPassing({ head, ended, responseClass }: Answered): boolean {
  if (responseClass !== undefined) return responseClass === 'busy' || responseClass === 'failed'
  if (head === null) return ended === 'reset'
  return head.status === 429 || head.status >= 500
}
