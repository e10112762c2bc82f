import type { RecordedRequest } from '../../model/exchange.ts'
import type { Case } from '../../model/plan.ts'
import { type Answered, attempt } from './attempts.ts'
import { cutOff, type Run } from './driver.ts'
import { isViolation } from './spending.ts'

/** Sends a case. A packed one that is refused is divided until one addition stands alone (interpretation G2). */
export async function sendCase(run: Run, planned: Case, isPart = false): Promise<void> {
  if (isViolation(planned)) return sendViolation(run, planned)
  const { id, origin, request, parts = [], cost } = planned
  const isPaidFor = !isPart && cost.calls + cost.images > 0
  const outcome = await attempt(run, id, request, { isUrgent: isPart, expectation: isPaidFor ? 'planned' : 'extra' })
  if ('stopReason' in outcome) run.unsent.push(cutOff(planned, outcome.stopReason))
  else if (isTurnedDown(outcome)) {
    if (isPaidFor) run.spending.billing.leave(cost)
    // Where one addition holds all the others, there is but one smaller part.
    if (parts.length < 2 && origin !== 'declaration' && outcome.isRejectedInVain) run.rejected.push({ id, request })
    await Promise.all(parts.map((part) => sendCase(run, part, true)))
  }
}

/** Sends a plain request, and says what came of it; nothing where it was not sent. */
export async function sendPlain(run: Run, planned: Case): Promise<Answered | undefined> {
  const { id, request, cost } = planned
  const outcome = await attempt(run, id, request, { expectation: 'planned' })
  if ('stopReason' in outcome) return void run.unsent.push(cutOff(planned, outcome.stopReason))
  if (isTurnedDown(outcome)) run.spending.billing.leave(cost)
  return outcome
}

/**
 * Sends what was put off because a handful of its family was accepted, as far as the budget goes; the rest is listed. What
 * breaks a sentence that nothing broke before goes first: a value more tells least.
 */
export async function sendDeferred(run: Run, atOnce: number): Promise<void> {
  const { families } = run.spending
  const deferred = run.deferred.splice(0)
  const again: Case[] = []
  await inTurn(deferred, atOnce, async (planned) => {
    if (families.isNew(planned)) await sendNow(run, planned)
    else again.push(planned)
  })
  await inTurn(again, atOnce, (planned) => sendNow(run, planned))
}

/** A request that a reply leads to and that bills nothing. */
export interface FollowUp {
  /** Becomes the exchange's id. */
  readonly id: string
  readonly request: RecordedRequest
}

/** Sends what replies lead to, within the same bounds as everything else. */
export async function sendFollowUps(run: Run, followUps: readonly FollowUp[]): Promise<void> {
  const send = async ({ id, request }: FollowUp) => {
    const outcome = await attempt(run, id, request, { expectation: 'planned' })
    if ('stopReason' in outcome) run.unsent.push({ id, stopReason: outcome.stopReason })
  }
  await Promise.all(followUps.map(send))
}

async function sendViolation(run: Run, planned: Case): Promise<void> {
  if (run.spending.families.isAcceptedAnyway(planned)) run.deferred.push(planned)
  else await sendNow(run, planned)
}

async function sendNow(run: Run, planned: Case): Promise<void> {
  const { id, request } = planned
  const { families } = run.spending
  const outcome = await attempt(run, id, request, { expectation: 'extra' })
  if ('head' in outcome) families.note(planned, outcome.isBilled)
  else run.unsent.push(cutOff(planned, outcome.stopReason, () => families.of(planned)))
}

function isTurnedDown({ responseClass }: Answered): boolean {
  return responseClass === 'rejected' || responseClass === 'failed'
}

/** Does everything in its order, so much at a time: the queue of the scheduler stays short. */
export async function inTurn<T>(
  all: readonly T[] | AsyncIterableIterator<T>,
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const rest = 'next' in all ? all : all[Symbol.iterator]()
  const worker = async () => {
    for (let next = await rest.next(); !next.done; next = await rest.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
