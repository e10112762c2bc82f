import type { RecordedRequest } from '../../model/exchange.ts'
import { type Case, intentOf } from '../../model/plan.ts'
import type { Intent } from '../../model/why.ts'
import { type Answered, attempt } from './attempts.ts'
import type { Expectation } from './billing-budget.ts'
import { cutOff, type Placed, type Run } from './driver.ts'
import type { StopReason } from './shutdown.ts'
import { isViolation } from './spending.ts'

/** Sends a case, the one at this place of those to be sent. */
export async function sendCase(run: Run, planned: Case, at: number): Promise<void> {
  if (isViolation(planned)) return sendViolation(run, planned, at)
  const { cost } = planned
  const isPaidFor = cost.calls + cost.images > 0
  const isRejected = await sendValid(run, planned, isPaidFor ? 'planned' : 'extra')
  if (isRejected && isPaidFor) run.spending.billing.leave(cost)
}

/** Sends what should be accepted, and says whether it was turned down. */
async function sendValid(run: Run, planned: Case, expectation: Expectation): Promise<boolean> {
  const { id, why, request } = planned
  const outcome = await attempt(run, intentOf(planned), request, { expectation })
  if ('stopReason' in outcome) {
    run.unsent.push(cutOff(planned, outcome.stopReason))
    return false
  }
  if (why.kind !== 'declaration' && outcome.isRejectedInVain) run.rejected.set(id, request)
  return outcome.isRejectedInVain || isTurnedDown(outcome)
}

/** Sends a plain request, and says what came of it; nothing where it was not sent. */
export async function sendPlain(run: Run, planned: Case): Promise<Answered | undefined> {
  const { request, cost } = planned
  const outcome = await attempt(run, intentOf(planned), request, { expectation: 'planned' })
  if ('stopReason' in outcome) return void run.unsent.push(cutOff(planned, outcome.stopReason))
  if (isTurnedDown(outcome)) run.spending.billing.leave(cost)
  return outcome
}

/**
 * Cases in their order, but those last that break a sentence once more: by then it is known whether the target cares.
 */
export function repeatsLast(run: Run, cases: readonly Case[]): readonly Case[] {
  const first = new Set(run.spending.families.firstOf(cases.filter(isViolation)))
  const isRepeat = (planned: Case): boolean => isViolation(planned) && !first.has(planned)
  return [...cases.filter((planned) => !isRepeat(planned)), ...cases.filter(isRepeat)]
}

/**
 * Sends what was put off because a handful of its family was accepted, as far as the budget goes; the rest is listed.
 * The first violations of a sentence go first: one more value tells least.
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

/** A request that a reply leads to and that bills nothing. */
export interface FollowUp extends Intent {
  readonly request: RecordedRequest
}

/** Sends what replies lead to, within the same bounds as everything else. */
export async function sendFollowUps(run: Run, followUps: readonly FollowUp[]): Promise<void> {
  const send = async ({ request, ...intent }: FollowUp) => {
    const outcome = await attempt(run, intent, request, { expectation: 'planned' })
    if ('stopReason' in outcome) run.unsent.push({ id: intent.caseId, stopReason: outcome.stopReason })
  }
  await Promise.all(followUps.map(send))
}

/**
 * This many of the requests after one do not wait for what comes of it. By then its reply is there, however it and the
 * others overtake each other; what takes longer counts when it comes.
 */
const lag = ({ atOnce }: Run): number => 2 * atOnce - 1

/**
 * Sends a violation unless its control request was rejected: then it would prove nothing, and waits for another one.
 */
async function sendViolation(run: Run, planned: Case, at: number): Promise<void> {
  const { rejectedCases } = run.spending
  if (planned.why.kind === 'violation' && rejectedCases.has(planned.why.control))
    return void run.uncontrolled.push({ planned, at })
  return sendControlled(run, planned, at)
}

/** Sends a violation. It is put off where the budget does not allow it while probes may still need their half. */
export async function sendControlled(run: Run, planned: Case, at: number): Promise<void> {
  const { families } = run.spending
  const arrival = families.begin(lag(run))
  if (families.isAcceptedAnyway(planned)) return void run.deferred.push({ planned, at })
  const stopReason = await sendNow(run, planned, arrival)
  if (stopReason === 'max-billed' || stopReason === 'max-images') run.deferred.push({ planned, at })
  else if (stopReason !== undefined) run.unsent.push(cutOff(planned, stopReason, () => families.of(planned)))
}

/** Says why it was not sent; nothing where it was. */
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

/** Orders cases as in the plan. */
function inPlace(cases: readonly Placed[]): readonly Placed[] {
  return cases.toSorted((one, other) => one.at - other.at)
}

function isTurnedDown({ responseClass }: Answered): boolean {
  return responseClass === 'rejected' || responseClass === 'failed'
}

/** Does everything in its order, so much at a time: the queue of the scheduler stays short. */
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
