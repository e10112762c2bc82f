import type { RecordedRequest } from '../../model/exchange.ts'
import { type Case, intentOf } from '../../model/plan.ts'
import type { Intent } from '../../model/why.ts'
import { attempt } from './attempts.ts'
import type { Expectation } from './billing-budget.ts'
import { cutOff, type Placed, type Run } from './driver.ts'
import { type Answered, isRejectedOrFailed } from './send-once.ts'
import type { StopReason } from './shutdown.ts'
import { isViolation } from './spending.ts'

/** Sends a case. `at` is its position in the order of sending. */
export async function sendCase(run: Run, planned: Case, at: number): Promise<void> {
  if (isViolation(planned)) return sendViolation(run, planned, at)
  const { cost } = planned
  const isPaidFor = cost.calls + cost.images > 0
  const isRejected = await sendValid(run, planned, isPaidFor ? 'planned' : 'extra')
  if (isRejected && isPaidFor) run.spending.billing.leave(cost)
}

/** Sends a request that should be accepted. Returns whether it was rejected. */
async function sendValid(run: Run, planned: Case, expectation: Expectation): Promise<boolean> {
  const { id, why, request } = planned
  const outcome = await attempt(run, intentOf(planned), request, { expectation })
  if ('stopReason' in outcome) {
    run.unsent.push(cutOff(planned, outcome.stopReason))
    return false
  }
  if (why.kind !== 'declaration' && outcome.isRejectedInVain) run.rejected.set(id, request)
  return outcome.isRejectedInVain || isRejectedOrFailed(outcome.responseClass)
}

/** Sends a plain request and returns its outcome; `undefined` if it was not sent. */
export async function sendPlain(run: Run, planned: Case): Promise<Answered | undefined> {
  const { request, cost } = planned
  const outcome = await attempt(run, intentOf(planned), request, { expectation: 'planned' })
  if ('stopReason' in outcome) return void run.unsent.push(cutOff(planned, outcome.stopReason))
  if (isRejectedOrFailed(outcome.responseClass)) run.spending.billing.leave(cost)
  return outcome
}

/**
 * Moves violations to the end if an earlier case violates the same requirements. By then it is known whether the target
 * enforces them.
 */
export function repeatsLast(run: Run, cases: readonly Case[]): readonly Case[] {
  const first = new Set(run.spending.families.firstOf(cases.filter(isViolation)))
  const isRepeat = (planned: Case): boolean => isViolation(planned) && !first.has(planned)
  return [...cases.filter((planned) => !isRepeat(planned)), ...cases.filter(isRepeat)]
}

/**
 * Sends the violations that were put off, as far as the budget goes, and lists the rest. The first violation of each
 * requirement goes first, since one more value shows the least.
 */
export async function sendDeferred(run: Run, atOnce: number): Promise<void> {
  const { families } = run.spending
  const deferred = inPlace(run.deferred.splice(0)).map(({ planned }) => planned)
  const first = new Set(families.firstOf(deferred))
  for (const some of [deferred.filter((one) => first.has(one)), deferred.filter((one) => !first.has(one))])
    await inTurn(some, atOnce, async (planned) => {
      const stopReason = await sendNow(run, planned)
      if (stopReason !== undefined) run.unsent.push(cutOff(planned, stopReason, () => families.of(planned)))
    })
  families.settle()
}

/** A free request that a reply leads to. */
export interface FollowUp extends Intent {
  readonly request: RecordedRequest
}

/** Sends the requests that replies lead to, within the same bounds as all others. */
export async function sendFollowUps(run: Run, followUps: readonly FollowUp[]): Promise<void> {
  const send = async ({ request, ...intent }: FollowUp) => {
    const outcome = await attempt(run, intent, request, { expectation: 'planned' })
    if ('stopReason' in outcome) run.unsent.push({ id: intent.caseId, stopReason: outcome.stopReason })
  }
  await Promise.all(followUps.map(send))
}

/**
 * The outcome of a case counts only after this many more cases have begun. Its reply has usually arrived by then, so
 * the order of replies does not matter. A later reply counts when it arrives.
 */
const lag = ({ atOnce }: Run): number => 2 * atOnce - 1

/**
 * Sends a violation, unless its control request was rejected. It would then prove nothing, and waits for another
 * control request.
 */
async function sendViolation(run: Run, planned: Case, at: number): Promise<void> {
  const { rejectedCases } = run.spending
  if (planned.why.kind === 'violation' && rejectedCases.has(planned.why.control))
    return void run.uncontrolled.push({ planned, at })
  return sendControlled(run, planned, at)
}

/**
 * Sends a violation. Puts it off if enough of its family were accepted, or if the budget does not allow it yet: probes
 * may still leave some of their half.
 */
export async function sendControlled(run: Run, planned: Case, at: number): Promise<void> {
  const { families } = run.spending
  const arrival = families.begin(lag(run))
  if (families.isAcceptedAnyway(planned)) return void run.deferred.push({ planned, at })
  const stopReason = await sendNow(run, planned, arrival)
  if (stopReason === 'max-billed' || stopReason === 'max-images') run.deferred.push({ planned, at })
  else if (stopReason !== undefined) run.unsent.push(cutOff(planned, stopReason, () => families.of(planned)))
}

/** Sends a violation now. Returns the reason if it was not sent. */
async function sendNow(
  run: Run,
  planned: Case,
  arrival = run.spending.families.begin(lag(run)),
): Promise<StopReason | undefined> {
  const { request } = planned
  const outcome = await attempt(run, intentOf(planned), request, { expectation: 'violation' })
  if ('stopReason' in outcome) return outcome.stopReason
  arrival(planned, outcome.isBilled)
  return undefined
}

/** Sorts cases in the order of the plan. */
function inPlace(cases: readonly Placed[]): readonly Placed[] {
  return cases.toSorted((one, other) => one.at - other.at)
}

/** Works through the items in order, `atOnce` at a time, so that the queue of the scheduler stays short. */
export async function inTurn<T>(
  all: readonly T[] | AsyncIterableIterator<T>,
  atOnce: number,
  work: (one: T, at: number) => Promise<void>,
): Promise<void> {
  const rest = 'next' in all ? all : all[Symbol.iterator]()
  let begun = 0
  const worker = async () => {
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      begun += 1
      await work(next.value, begun)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
