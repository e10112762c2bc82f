import type { Exchange, RecordedRequest } from '../../core/model/exchange.ts'
import { denialStatuses } from '../../core/model/observation.ts'
import type { Operation } from '../../core/model/operation.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'
import { attemptOf } from '../../core/model/why.ts'
import { numbered } from '../plan/draft.ts'
import { fractionFor } from '../plan/values/seed.ts'
import { backoff } from './backoff.ts'
import { costOf, paidWork } from './billing-budget.ts'
import type { Seen } from './driving-judge.ts'
import type { Controls, Run } from './run-types.ts'
import { takeOne } from './spending.ts'
import type { Load } from './throttle.ts'

/**
 * Sends a valid request of the same operation, or else of its area. Returns whether it is served; `undefined` if no
 * accepted request is known.
 */
export function isServing(run: Run, request: RecordedRequest): Promise<boolean | undefined> {
  const operation = run.operations.find((one) => one.matches(request))
  const base = operation && servedNear(run, operation)
  if (operation === undefined || base === undefined) return Promise.resolve(undefined)
  return run.controls.ask(operation.id, () => sendWithinLimit(run, operation, base))
}

/** A target that served so many control requests in a row, each beside a failure, does so beside the next ones. */
const enoughInRow = 3

/**
 * Does the same as `isServing` for a request that should be rejected. A target may fail on all of these, and control
 * requests cost something, so only the first ones are sent. What fails is shown again at the end (see `proofs.ts`).
 */
export function isServingBeside(run: Run, violating: RecordedRequest): Promise<boolean | undefined> {
  const operation = run.operations.find((one) => one.matches(violating))
  const isKnown = operation !== undefined && run.controls.servedInRow(operation.id) >= enoughInRow
  return isKnown ? Promise.resolve(true) : isServing(run, violating)
}

export function newControls(): Controls {
  const underWay = new Map<Endpoint, Promise<boolean | undefined>>()
  const inRow = new Map<Endpoint, number>()
  let count = 0
  const noted = async (operation: Endpoint, asked: Promise<boolean | undefined>): Promise<boolean | undefined> => {
    try {
      const wasServed = await asked
      if (wasServed !== undefined) inRow.set(operation, wasServed ? (inRow.get(operation) ?? 0) + 1 : 0)
      return wasServed
    } finally {
      underWay.delete(operation)
    }
  }
  return {
    next: () => {
      count += 1
      return count
    },
    ask(operation, send) {
      const asked = underWay.get(operation) ?? noted(operation, send())
      underWay.set(operation, asked)
      return asked
    },
    servedInRow: (operation) => inRow.get(operation) ?? 0,
  }
}

/** Returns an accepted request of an operation, or else of its area. */
export function servedNear({ learned, operations }: Run, { id, area }: Operation): RecordedRequest | undefined {
  const own = learned.baseOf(id)
  if (own !== undefined) return own
  const neighbour = operations.find((one) => one.area === area && learned.baseOf(one.id) !== undefined)
  return neighbour && learned.baseOf(neighbour.id)
}

async function sendWithinLimit(run: Run, operation: Operation, base: RecordedRequest): Promise<boolean | undefined> {
  if (costOf(run, base).images > 0 && !takeOne(run.spending.left, 'dearControls')) return undefined
  return takeOne(run.spending.left, 'controls') ? sendControl(run, operation, base) : undefined
}

/**
 * Sends an accepted request of an operation again, on the connection with this name if any. Returns whether it is served;
 * `undefined` if it is not sent.
 */
export async function sendControl(
  run: Run,
  operation: Operation,
  base: RecordedRequest,
  connection?: string,
): Promise<boolean | undefined> {
  const cost = costOf(run, base)
  const caseId = `control/${numbered(run.controls.next())}`
  const as = attemptOf({ caseId, operation: operation.id, why: { kind: 'alive' }, ...(connection && { connection }) })
  // Counted as a violation: other extras wait for what violations leave, and a violation may wait for this request.
  const price = { cost, expectation: 'violation' } as const
  const load = (exchange: Exchange, rounds: number): Load =>
    isServed(exchange) ? 'served' : { pause: backoff(null, rounds + 1, fractionFor(run.seed, caseId)) ?? 0 }
  const passed = await paidWork(
    run.spending.billing,
    price,
    () => run.scheduler.run((signal) => run.send(base, as, signal), { isUrgent: true, load }),
    (sent) => 'done' in sent && isBilledFor({ exchange: sent.done }),
  )
  if ('stopReason' in passed) return undefined
  run.judge.see(passed.done)
  run.onArrival(caseId)
  noteTripped(run, passed.done)
  return isServed(passed.done) && !isKeyRefused(passed.done)
}

/** Returns whether a request that was accepted before is refused: a quota is used up, or the key no longer valid. */
function isKeyRefused({ response }: Exchange): boolean {
  return response !== null && denialStatuses.has(response.status)
}

/**
 * Sends a control request of each operation that answered a request with 401 or 403. Returns the operations that refuse
 * the key now: minimising their rejections would show nothing.
 */
export async function findRefusing(run: Run): Promise<readonly Operation[]> {
  const refusing: Operation[] = []
  for (const [id, request] of run.learned.takeDenied()) {
    const operation = run.operations.find((one) => one.id === id)
    if (operation !== undefined && (await isServing(run, request)) === false) refusing.push(operation)
  }
  return refusing
}

/** Returns whether the target answered without an error of its own. */
export function isServed({ response, ended }: Exchange): boolean {
  return response !== null && response.status < 500 && ended === 'complete'
}

/** Stops the scheduler if the breaker trips. */
function noteTripped(run: Run, exchange: Exchange): void {
  const tripped = run.breaker.trips(exchange, false, run.scheduler.pauses.rounds)
  if (tripped !== undefined) run.scheduler.stop(tripped)
}

/**
 * Returns whether a target that left many requests in a row unanswered still answers a request that it answered before.
 * It may drop only the replies of one kind, and then the run continues with the others.
 */
export async function isStillThere(run: Run): Promise<boolean> {
  const request = run.learned.answered
  if (request === undefined) return false
  const caseId = `still-there/${numbered(run.controls.next())}`
  const as = attemptOf({ caseId, why: { kind: 'alive' } })
  const price = { cost: costOf(run, request), expectation: 'violation' } as const
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

/**
 * Returns whether the gateway may bill an exchange. A 2xx means that a model has worked, even if the stream breaks off
 * later. A 2xx whose body is an error is free.
 */
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
