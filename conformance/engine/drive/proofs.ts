import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Cost, Operation } from '../../core/model/operation.ts'
import { attemptOf } from '../../core/model/why.ts'
import { seedFor } from '../plan/values/seed.ts'
import { costOf } from './billing-budget.ts'
import { sendControl, servedNear } from './control-requests.ts'
import type { RejectedRequest, Run, Unsent } from './run-types.ts'
import { sendOnce } from './send-once.ts'
import type { SentRequest } from './sent-requests.ts'
import { takeOne } from './spending.ts'

/** The attempts in a row of a failed request: with three replicas in turn, each gets one. */
const inRow = 3

/** The accepted requests in a row beside which failures are sent again. */
const servedInRow = 2

/** The most requests that one pair of control requests is compared with. */
const mostInRow = 16

/**
 * Sends requests again whose failures would count against the target, beside accepted ones (interpretation G18). The
 * judge names the plainest such request of each result; those of one operation are sent together: each of them three
 * times in a row, and an accepted request twice in a row before or after. The last of each row has a new connection, since
 * a target may fail because of its connection. Nothing else is under way. This repeats until each failure is shown, or was
 * chance, or the limit is reached.
 */
export async function proveFailures(run: Run): Promise<Proven> {
  const unsent: Unsent[] = []
  for (let turn = 1; ; turn += 1) {
    const open = unprovenByOperation(run)
    const left = [...open.values()].flat().length
    if (left === 0 || run.scheduler.stopped !== undefined) return { open: left, unsent }
    const before = run.scheduler.started
    for (const [operation, exchanges] of open) {
      // A limit forbids in the next turn as well what it forbids in this one.
      const failed = exchanges.filter(({ exchange }) => !unsent.some(({ id }) => id === exchange))
      for (let at = 0; at < failed.length; at += mostInRow)
        unsent.push(...(await sendRows(run, { operation, failed: failed.slice(at, at + mostInRow), turn })))
    }
    if (run.scheduler.started === before) return { open: left, unsent }
  }
}

/**
 * Returns the cost of the accepted requests beside which failures are sent again, those so far and one for each operation
 * with rejected requests, and of the dearest of them. A request for ten pictures costs nothing if it fails again, but is not
 * sent unless ten are left. A target that accepts whatever else it is sent must not use this up before.
 */
export function costOfProofs(run: Run, rejected: readonly RejectedRequest[]): Cost {
  const open = [...unprovenByOperation(run).values()]
  const toMinimise = run.operations.filter(({ matches }) => rejected.some(({ request }) => matches(request)))
  const counts = [...open.map(({ length }) => length), ...toMinimise.map(() => 1)]
  const accepted = counts.reduce((sum, count) => sum + (Math.ceil(count / mostInRow) + 1) * servedInRow, 0)
  const dearest = Math.max(0, ...[...open.flat(), ...rejected].map(({ request }) => costOf(run, request).images))
  return { calls: accepted + 1, images: accepted + dearest }
}

/** The outcome of sending failures again. */
interface Proven {
  /** The number of requests that were not sent again often enough to count. */
  readonly open: number
  readonly unsent: readonly Unsent[]
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

/** Failed requests of one operation that are sent together. */
interface Rows {
  readonly operation: Operation
  readonly failed: readonly Failed[]
  readonly turn: number
}

/** Sends some failed requests several times each, and an accepted request twice before or after them, as the seed decides. */
async function sendRows(run: Run, rows: Rows): Promise<readonly Unsent[]> {
  const { operation, failed, turn } = rows
  const seed = seedFor(run.seed, `${operation.id} ${failed[0]?.exchange} ${turn}`)
  const inOrder = seed % 2 === 0 ? failed : failed.toReversed()
  const areServedFirst = seed % 4 < 2
  const unsent: Unsent[] = []
  const send = async (one: Failed, connection?: string) => unsent.push(...(await sendAgain(run, one, connection)))
  if (areServedFirst) await sendServed(run, operation)
  for (const one of inOrder)
    for (let count = 1; count <= inRow; count += 1)
      await send(one, count === inRow ? `${one.exchange} ${turn}` : undefined)
  if (!areServedFirst) await sendServed(run, operation)
  // An accepted request proves something only between two failures.
  if (!areServedFirst) for (const one of inOrder) await send(one)
  return unsent
}

async function sendServed(run: Run, operation: Operation): Promise<void> {
  const base = servedNear(run, operation)
  const own = base && run.operations.find((one) => one.matches(base))
  if (base === undefined || own === undefined) return
  for (let count = 1; count <= servedInRow; count += 1)
    if (takeOne(run.spending.left, 'proofs'))
      await sendControl(run, own, base, count === servedInRow ? `served ${run.scheduler.started}` : undefined)
}

async function sendAgain(
  run: Run,
  { exchange, request, sentAs }: Failed,
  connection?: string,
): Promise<readonly Unsent[]> {
  if (sentAs === undefined || !takeOne(run.spending.left, 'proofs')) return []
  const { connection: _connection, ...as } = sentAs
  const own = attemptOf({ ...as, ...(connection && { connection }) }, run.attempts.next(sentAs.caseId))
  const sending = { isUrgent: true, expectation: 'violation', isAsBefore: true } as const
  const outcome = await sendOnce(run, own, request, sending, () => {})
  if (!('stopReason' in outcome)) return []
  run.attempts.undo(sentAs.caseId)
  return [{ id: exchange, stopReason: outcome.stopReason }]
}

/** The repetitions of the requests of a connection: enough that chance does not explain what fails on each. */
const connectionsAgain = { asBefore: 4, served: 2 }

/**
 * Sends all requests of a connection again, if a valid one among them was rejected: each time on a new connection, and at
 * last with accepted requests in place of the others. That tells rejections after another one from those of a place.
 */
export async function repeatConnections(run: Run, rejected: readonly RejectedRequest[]): Promise<void> {
  const onOne = [...run.sent.all].flatMap(([exchange, { sentAs, ...sent }]) =>
    sentAs?.connection === undefined || sentAs.attempt > 1 ? [] : [{ exchange, sentAs, ...sent }],
  )
  const isRejected = ({ sentAs: { caseId } }: (typeof onOne)[number]) => rejected.some(({ id }) => id === caseId)
  for (const name of new Set(onOne.filter(isRejected).map(({ sentAs: { connection } }) => connection))) {
    const own = onOne.filter(({ sentAs: { connection } }) => connection === name)
    for (let time = 1; time <= connectionsAgain.asBefore + connectionsAgain.served; time += 1)
      for (const one of own)
        if (time <= connectionsAgain.asBefore) await sendAgain(run, one, `${name} ${time}`)
        else await sendServedFor(run, one, `${name} ${time}`)
  }
}

async function sendServedFor(run: Run, { request }: SentRequest, connection: string): Promise<void> {
  const operation = run.operations.find((one) => one.matches(request))
  const base = operation && run.learned.baseOf(operation.id)
  if (operation === undefined || base === undefined || !takeOne(run.spending.left, 'proofs')) return
  await sendControl(run, operation, base, connection)
}
