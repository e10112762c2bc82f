import type { Exchange, RecordedRequest, ResponseHead } from '../../model/exchange.ts'
import { isComplete2xx, type ResponseClass } from '../../model/observation.ts'
import type { SentAs, Why } from '../../model/why.ts'
import { fractionFor } from '../../plan/values/seed.ts'
import { askedToWait, asksForPause, backoff } from './backoff.ts'
import { type Expectation, paidWork } from './billing-budget.ts'
import { isBilledFor, isServed, isStillThere } from './control-requests.ts'
import { costOf, type Run, type Seen, type SentRequest } from './driver.ts'
import type { StopReason } from './shutdown.ts'
import type { Load } from './throttle.ts'

/** The outcome of a request after all attempts. */
export type AttemptOutcome = Answered | { readonly stopReason: StopReason }

/** A request that was answered, or that met trouble. */
export interface Answered {
  /**
   * `null` if there was no response. The body is not kept: attempts wait for others, and all bodies would not fit in
   * memory.
   */
  readonly head: ResponseHead | null
  readonly ended: Exchange['ended']
  readonly responseClass: ResponseClass | undefined
  /** The JSON of the response, if a later step reads it. */
  readonly json?: unknown
  /** True if it was rejected although the judge finds no violation in the request. */
  readonly isRejectedInVain: boolean
  /** True if a gateway may bill it. */
  readonly isBilled: boolean
  /**
   * True if the response is 402 although the same key was accepted before. It is taken for the target's answer only if
   * it comes again.
   */
  readonly asksToPay?: true
  /** True if the server error is final: waiting would not change it. */
  readonly isSettled: boolean
}

export interface Sending {
  /** True if it continues a sequence, so that it goes ahead of others. */
  readonly isUrgent?: boolean
  /** The effect on the budget if it is accepted. */
  readonly expectation: Expectation
  /** Keeps the JSON of a response of up to this many bytes for the steps that follow. By default none is kept. */
  readonly mostRead?: number
  /** Set for an experiment, which is not sent again in the second pass. */
  readonly isTrial?: true
  /** Set for a request that was sent before, and is sent again byte for byte. */
  readonly isAsBefore?: true
}

/** The largest request that is kept, in bytes. A larger one contains a file, and a file cannot be minimised. */
const mostKept = 256 * 1024

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
  const hopeless = hopelessAt(run, request)
  // A few failures have to be shown again, even if the target serves nothing.
  if (hopeless === 'endless' || (hopeless !== undefined && isAsBefore !== true)) return { stopReason: hopeless }
  const sent = { request, why, sentAs: as }
  if (request.body.length <= mostKept) run.sent.set(id, sent)
  let isSettled = false
  const load = (exchange: Exchange, rounds: number): Load => {
    isSettled = run.spending.settled.isSettled(exchange, rounds)
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
    run.sent.delete(id)
    return came
  }
  keep(came.exchange)
  const { seen } = came
  const isRead = mostRead !== undefined && seen?.json !== undefined && (seen.body?.length ?? 0) <= mostRead
  const known = { isBilled: isBilledFor(came), isSettled, ...(isRead ? { json: seen.json } : {}) }
  const outcome = await arrived(run, as, request, came, known)
  if (isToBeShownAgain(outcome)) keepLarge(run, id, sent)
  return outcome
}

/** The most bytes of large requests that are kept to be sent again. */
const mostKeptInAll = 64 * 1024 * 1024

/** Keeps a large request, as far as memory allows. */
function keepLarge({ sent, spending }: Run, id: string, request: SentRequest): void {
  const { length } = request.request.body
  if (length <= mostKept || spending.keptBytes + length > mostKeptInAll) return
  spending.keptBytes += length
  sent.set(id, request)
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
  known: Pick<Answered, 'isBilled' | 'isSettled' | 'json'>,
): Promise<AttemptOutcome> {
  const responseClass = seen?.responseClass
  if (isComplete2xx(responseClass)) noteAccepted(run, as, request, seen)
  run.onArrival(as.id)
  if (exchange.ended === 'cancelled' && run.scheduler.stopped !== undefined)
    return { stopReason: run.scheduler.stopped }
  noteUnended(run, request, exchange)
  noteFailing(run, request, exchange, known.isSettled)
  noteAnswered(run, request, exchange, responseClass)
  noteDenied(run, request, exchange, seen)
  const tripped = run.breaker.trips(exchange, isMeantToBeRejected(seen), run.scheduler.pauses.rounds, known.isSettled)
  if (tripped === 'wedged' && (await isStillThere(run))) run.breaker.reset()
  else if (tripped !== undefined) run.scheduler.stop(tripped)
  const isRejected = isRejectedOrFailed(responseClass) || isDeniedDespiteKey(run, request, exchange, seen)
  const isRejectedInVain = isRejected && !breaksSomething(seen)
  if (isRejectedInVain) run.spending.rejectedCases.add(as.caseId)
  const pays = exchange.response?.status === 402 && isKeyServed(run, request) ? ({ asksToPay: true } as const) : {}
  return { ...known, ...pays, head: headOf(exchange), ended: exchange.ended, responseClass, isRejectedInVain }
}

function noteAccepted(run: Run, { caseId, why }: SentAs, request: RecordedRequest, seen: Seen | undefined): void {
  const { bases, accepted, acceptedUses, rejectedCases } = run.spending
  const operation = seen?.operation ?? run.operations.find((one) => one.matches(request))
  if (operation === undefined || isMeantToBeRejected(seen)) return
  rejectedCases.delete(caseId)
  // Once a required member is named in every later request, the plain request can be a control request again.
  if (why.kind === 'named' || why.kind === 'form') rejectedCases.delete(why.of)
  if (controls.includes(why.kind) && request.body.length <= mostKept)
    accepted.set(operation.id, [...(accepted.get(operation.id) ?? []), { id: caseId, request }])
  const known = bases.get(operation.id)
  const uses = seen?.request?.uses ?? []
  const met = acceptedUses.get(operation.id) ?? new Set()
  acceptedUses.set(operation.id, met)
  for (const { requirement } of uses) met.add(requirement)
  if (known === undefined || uses.length < known.uses) bases.set(operation.id, { request, uses: uses.length })
}

/** The kinds of requests that can be control requests. A probe's request cannot: it may need the steps before it. */
const controls: readonly Why['kind'][] = ['plain', 'drawn', 'spelled', 'named', 'smaller']

/**
 * Remembers an answered request, to send again if the target seems to be gone. Prefers a rejected one, which costs
 * nothing.
 */
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
 * Remembers a request of each operation that got a 401 or 403. A control request at the end shows whether the key is
 * still accepted.
 */
function noteDenied(run: Run, request: RecordedRequest, { response }: Exchange, seen: Seen | undefined): void {
  if (response?.status !== 401 && response?.status !== 403) return
  if (seen?.request?.credential?.kind !== 'valid') return
  const operation = run.operations.find((one) => one.matches(request))
  if (operation !== undefined && run.spending.bases.has(operation.id)) run.denied.set(operation.id, request)
}

function noteUnended({ operations, spending }: Run, request: RecordedRequest, { response, ended }: Exchange): void {
  if (response === null || response.chunks.length === 0 || (ended !== 'timeout' && ended !== 'too-large')) return
  const operation = operations.find((one) => one.matches(request))
  if (operation?.streams !== true || spending.bases.has(operation.id)) return
  spending.unended.set(operation.id, (spending.unended.get(operation.id) ?? 0) + 1)
}

/** The most unending streams of one operation that are read. Each takes as long as an exchange may. */
const mostUnended = 2

/** Counts the final server errors of each operation that answers with nothing else. */
function noteFailing(
  { operations, spending: { failing } }: Run,
  request: RecordedRequest,
  { response }: Exchange,
  isSettled: boolean,
): void {
  const operation = operations.find((one) => one.matches(request))
  if (operation === undefined || response === null) return
  if (response.status < 500) failing.set(operation.id, Number.NEGATIVE_INFINITY)
  else if (isSettled) failing.set(operation.id, (failing.get(operation.id) ?? 0) + 1)
}

/** The most final server errors of one operation while no operation answers with anything else. */
const mostFailing = 12

/**
 * Returns why another request of an operation is pointless: its streams do not end, or the target answers every
 * operation with server errors. `undefined` if it is not. An operation that fails beside others is tested as planned, so
 * that a list of known failures with it leaves nothing undecided.
 */
export function hopelessAt({ operations, spending }: Run, request: RecordedRequest): 'endless' | 'failing' | undefined {
  const { unended, failing } = spending
  if (unended.size + failing.size === 0) return undefined
  const operation = operations.find((one) => one.matches(request))
  if (operation === undefined) return undefined
  if ((unended.get(operation.id) ?? 0) >= mostUnended) return 'endless'
  const servesNone = [...failing.values()].every((count) => count > 0)
  return servesNone && (failing.get(operation.id) ?? 0) >= mostFailing ? 'failing' : undefined
}

export function isRejectedOrFailed(responseClass: ResponseClass | undefined): boolean {
  return responseClass === 'rejected' || responseClass === 'failed'
}

/**
 * Returns whether a 401 or 403 is about the request: the operation has accepted the same key before (interpretation
 * G10).
 */
function isDeniedDespiteKey(run: Run, request: RecordedRequest, { response }: Exchange, seen?: Seen) {
  if (response?.status !== 401 && response?.status !== 403) return false
  return isKeyServed(run, request) && !isMeantToBeRejected(seen)
}

function isKeyServed({ spending, operations }: Run, request: RecordedRequest): boolean {
  const operation = operations.find((one) => one.matches(request))
  return operation !== undefined && spending.bases.has(operation.id)
}

function isMeantToBeRejected(seen: Seen | undefined): boolean {
  const { violations = [], credential } = seen?.request ?? {}
  if (violations.length > 0) return true
  if (credential === undefined || credential.kind === 'valid') return false
  return credential.kind !== 'open' || credential.elsewhere === undefined
}

function breaksSomething(seen: Seen | undefined): boolean {
  return (seen?.request?.violations?.length ?? 0) > 0
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
