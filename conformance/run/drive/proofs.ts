import type { RecordedRequest } from '../../model/exchange.ts'
import type { Operation } from '../../model/operation.ts'
import { seedFor } from '../../plan/values/seed.ts'
import { sendControl } from './control-requests.ts'
import type { Run, SentRequest } from './driver.ts'
import { sendOnce } from './send-once.ts'
import { takeOne } from './spending.ts'

/** The attempts in a row of a failed request: with three replicas in turn, each gets one. */
const inRow = 3

/** The most requests that one pair of control requests is compared with. */
const mostInRow = 8

/**
 * Sends requests again whose failures would count against the target, beside accepted ones (interpretation G18). The
 * judge names the plainest such request of each result; those of one operation are sent together: each of them three
 * times in a row, and an accepted request twice in a row before or after. Nothing else is under way. This repeats until each
 * failure is shown, or was chance, or the limit is reached. Returns the number of requests that are left open.
 */
export async function proveFailures(run: Run): Promise<number> {
  for (let turn = 1; ; turn += 1) {
    const open = unprovenByOperation(run)
    const left = [...open.values()].flat().length
    if (left === 0 || run.scheduler.stopped !== undefined) return left
    const before = run.scheduler.started
    for (const [operation, exchanges] of open)
      for (let at = 0; at < exchanges.length; at += mostInRow)
        await sendRows(run, operation, exchanges.slice(at, at + mostInRow), turn)
    if (run.scheduler.started === before) return left
  }
}

/** A request to send again, and the exchange in which it failed. */
interface Failed extends SentRequest {
  readonly exchange: string
}

/** Returns the failures that are not shown yet, one of each request, by operation. */
function unprovenByOperation(run: Run): ReadonlyMap<Operation, readonly Failed[]> {
  const found = new Map<Operation, Failed[]>()
  const ids = new Set(run.judge.unproven?.() ?? [])
  for (const exchange of [...ids].sort()) {
    const sent = run.sent.get(exchange)
    const operation = sent && run.operations.find((one) => one.matches(sent.request))
    if (sent === undefined || operation === undefined) continue
    const own = found.get(operation) ?? []
    found.set(operation, own)
    if (!own.some(({ request }) => isSameRequest(request, sent.request))) own.push({ ...sent, exchange })
  }
  return found
}

function isSameRequest(one: RecordedRequest, other: RecordedRequest): boolean {
  return (
    one.path === other.path &&
    Buffer.from(one.body).equals(Buffer.from(other.body)) &&
    JSON.stringify(one.headers) === JSON.stringify(other.headers)
  )
}

/** Sends some failed requests several times each, and an accepted request twice before or after them, as the seed decides. */
async function sendRows(run: Run, operation: Operation, failed: readonly Failed[], turn: number): Promise<void> {
  const seed = seedFor(run.seed, `${operation.id} ${failed[0]?.exchange} ${turn}`)
  const inOrder = seed % 2 === 0 ? failed : failed.toReversed()
  const areServedFirst = seed % 4 < 2
  if (areServedFirst) await sendServed(run, operation)
  for (const one of inOrder) for (let count = 0; count < inRow; count += 1) await sendAgain(run, one)
  if (!areServedFirst) await sendServed(run, operation)
  // An accepted request proves something only between two failures.
  if (!areServedFirst) for (const one of inOrder) await sendAgain(run, one)
}

async function sendServed(run: Run, { id, area }: Operation): Promise<void> {
  const { bases } = run.spending
  const neighbour = run.operations.find((one) => one.area === area && bases.has(one.id))
  const base = bases.get(id) ?? (neighbour && bases.get(neighbour.id))
  const operation = run.operations.find((one) => base !== undefined && one.matches(base.request))
  if (base === undefined || operation === undefined) return
  for (let count = 0; count < 2; count += 1)
    if (takeOne(run.spending.left, 'proofs')) await sendControl(run, operation, base.request)
}

async function sendAgain(run: Run, { exchange, request, sentAs }: Failed): Promise<void> {
  if (sentAs === undefined || !takeOne(run.spending.left, 'proofs')) return
  const count = (run.attempts.get(sentAs.caseId) ?? 1) + 1
  run.attempts.set(sentAs.caseId, count)
  const { connection: _connection, ...as } = sentAs
  const own = { ...as, id: `${sentAs.caseId}~${count}`, attempt: count }
  const outcome = await sendOnce(
    run,
    own,
    request,
    { isUrgent: true, expectation: 'violation', isAsBefore: true },
    () => {},
  )
  if ('stopReason' in outcome) run.unsent.push({ id: exchange, stopReason: outcome.stopReason })
}
