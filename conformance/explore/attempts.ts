import type { Exchange, RecordedRequest } from '../model/exchange.ts'
import type { Reception } from '../model/observation.ts'
import { backoff } from './backoff.ts'
import type { Run, Seen } from './driver.ts'
import type { Cut } from './schedule.ts'

/** How a request fared in the end. */
export type Fared = Answered | { readonly cut: Cut }

/** How the target took a request. */
export interface Answered {
  readonly exchange: Exchange
  readonly reception: Reception | undefined
  /** Whether it was turned down although the judge finds nothing that it breaks. */
  readonly isRefusedInVain: boolean
}

/** Larger requests are not kept: what is large about them is a file, and a file is not made smaller. */
const mostKept = 256 * 1024

/** A request is sent this often at most. */
const mostAttempts = 3

/**
 * Sends a request, and again where the target was busy or failed (readings.md G11). Every attempt is an exchange of
 * its own, `…~2`, `…~3`, and is judged: a silent retry would hide the defect.
 */
export async function attempt(run: Run, id: string, request: RecordedRequest): Promise<Fared> {
  for (let count = 1; ; count += 1) {
    const fared = await sendOnce(run, count === 1 ? id : `${id}~${count}`, request)
    if ('cut' in fared || count === mostAttempts || !isWorthRepeating(fared)) return fared
    const pause = backoff(fared.exchange, count)
    if (pause === undefined) return fared
    await run.gate.rest(pause)
    if (run.gate.closed !== undefined) return fared
  }
}

async function sendOnce(run: Run, id: string, request: RecordedRequest): Promise<Fared> {
  if (request.body.length <= mostKept) run.sent.set(id, request)
  const isTooMuch = () => (run.purse.isOverdrawn ? 'max-billed' : undefined)
  const passed = await run.gate.pass((signal) => run.send(request, id, signal), isTooMuch)
  if ('cut' in passed) {
    run.sent.delete(id)
    return passed
  }
  const exchange = passed.done
  const seen = run.judge.see(exchange)
  const reception = seen?.reception
  if (reception === 'accepted') noteAccepted(run, request, seen)
  run.onArrival(id)
  return exchange.ended === 'cancelled' && run.gate.closed !== undefined
    ? { cut: run.gate.closed }
    : { exchange, reception, isRefusedInVain: isTurnedDown(reception) && !breaksSomething(seen) }
}

function isTurnedDown(reception: Reception | undefined): boolean {
  return reception === 'refused' || reception === 'failed'
}

function breaksSomething(seen: Seen | undefined): boolean {
  return (seen?.request?.violations?.length ?? 0) > 0
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

/** What no operation knows is told by its status alone. */
function isWorthRepeating({ exchange, reception }: Answered): boolean {
  if (reception !== undefined) return reception === 'busy' || reception === 'failed'
  const status = exchange.response?.status
  return status === undefined ? exchange.ended === 'reset' : status === 429 || status >= 500
}
