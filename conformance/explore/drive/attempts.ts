import type { Exchange, RecordedRequest, ResponseHead } from '../../model/exchange.ts'
import type { Reception } from '../../model/observation.ts'
import { fractionFor } from '../values/seed.ts'
import { askedToWait, asksForPause, backoff } from './backoff.ts'
import type { Run, Seen } from './driver.ts'
import type { Cut } from './schedule.ts'
import type { Load } from './strain.ts'

/** How a request fared in the end. */
export type Fared = Answered | { readonly cut: Cut }

/** How the target took a request. */
export interface Answered {
  /** `null` when nothing came. A body is not kept: attempts wait for others, and all their bodies would be too much. */
  readonly head: ResponseHead | null
  readonly ended: Exchange['ended']
  readonly reception: Reception | undefined
  /** Whether it was turned down although the judge finds nothing that it breaks. */
  readonly isRefusedInVain: boolean
}

/** Larger requests are not kept: what is large about them is a file, and a file is not made smaller. */
const mostKept = 256 * 1024

/** A request is sent this often at most where it broke or failed, and where the target only asked to wait. */
const mostAttempts = { broken: 3, asked: 8 }

/**
 * Sends a request, and again where the target was busy or failed (readings.md G11). Every attempt is an exchange of
 * its own, `…~2`, `…~3`, and is judged: a silent retry would hide the defect. What goes on with something is urgent.
 */
export async function attempt(run: Run, id: string, request: RecordedRequest, isUrgent = false): Promise<Fared> {
  for (let count = 1; ; count += 1) {
    const own = count === 1 ? id : `${id}~${count}`
    const fared = await sendOnce(run, own, request, isUrgent || count > 1)
    if ('cut' in fared || !isWorthRepeating(fared, count)) return fared
    const pause = backoff(fared.head, count, fractionFor(run.seed, own))
    if (pause === undefined) return fared
    // Where the target asks everybody to wait the gate sees to it, for this request as for the others.
    if (!asksForPause(fared.head)) await run.gate.rest(pause)
    if (run.gate.closed !== undefined) return fared
  }
}

async function sendOnce(run: Run, id: string, request: RecordedRequest, isUrgent: boolean): Promise<Fared> {
  if (request.body.length <= mostKept) run.sent.set(id, request)
  const forbids = () => (run.purse.isOverdrawn ? 'max-billed' : undefined)
  const load = (exchange: Exchange, rounds: number) => loadOf(exchange, rounds, () => fractionFor(run.seed, id))
  const passed = await run.gate.pass((signal) => run.send(request, id, signal), { isUrgent, forbids, load })
  if ('cut' in passed) {
    run.sent.delete(id)
    return passed
  }
  const exchange = passed.done
  const seen = run.judge.see(exchange)
  const reception = seen?.reception
  if (reception === 'accepted') noteAccepted(run, request, seen)
  run.onArrival(id)
  if (exchange.ended === 'cancelled' && run.gate.closed !== undefined) return { cut: run.gate.closed }
  const tripped = run.breaker.trips(exchange, isMeantToBeRefused(seen), run.gate.strain.rounds)
  if (tripped !== undefined) run.gate.close(tripped)
  return {
    head: headOf(exchange),
    ended: exchange.ended,
    reception,
    isRefusedInVain: isTurnedDown(reception) && !breaksSomething(seen),
  }
}

function isTurnedDown(reception: Reception | undefined): boolean {
  return reception === 'refused' || reception === 'failed'
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

function isMeantToBeRefused(seen: Seen | undefined): boolean {
  const { violations = [], credential } = seen?.request ?? {}
  return violations.length > 0 || (credential !== undefined && credential.kind !== 'valid')
}

/** Reading a request again may mean decoding megabytes: what the judge has read is used where it tells. */
function noteAccepted(run: Run, request: RecordedRequest, seen: Seen | undefined): void {
  const operation = seen?.operation ?? run.operations.find((one) => one.matches(request))
  if (operation === undefined) return
  run.accepted.add(operation.id)
  const { calls, images } = operation.cost(seen?.request?.value ?? operation.read(request))
  run.billed.calls += calls
  run.billed.images += images
}

function isWorthRepeating(answered: Answered, count: number): boolean {
  // What was too much once would be too much again.
  if (!isPassing(answered) || answered.ended === 'too-large') return false
  return count < (asksForPause(answered.head) ? mostAttempts.asked : mostAttempts.broken)
}

/** What no operation knows is told by its status alone. */
function isPassing({ head, ended, reception }: Answered): boolean {
  if (reception !== undefined) return reception === 'busy' || reception === 'failed'
  if (head === null) return ended === 'reset'
  return head.status === 429 || head.status >= 500
}
