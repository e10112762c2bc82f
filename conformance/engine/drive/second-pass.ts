import { fractionFor } from '../plan/values/seed.ts'
import { attemptAgain, isTrouble } from './attempts.ts'
import { backoff } from './backoff.ts'
import { isServing, isServingBeside } from './control-requests.ts'
import { inTurn } from './in-turn.ts'
import type { Run, Troubled } from './run-types.ts'

/** The most times that a request waits for the end of an outage. */
const mostWaits = 4

/** The number of requests that must fail again, each sent alone, until the others are sent at the same time. */
const leastAlone = 5

/**
 * Sends requests that met trouble once more, after everything else (interpretations G10, G11). A control request of
 * each operation comes first and last, so a request that fails again fails while its target serves others. One request
 * may cause an outage, and a target may fail only while it is busy with others. They are therefore sent one at a time,
 * each followed by a control request, as far as the budget allows. If all of these failed again, the others are sent
 * at the same time, without those that got a final answer. A request that met an outage is sent once more after it.
 */
export async function secondPass(run: Run, troubled: readonly Troubled[]): Promise<void> {
  for (const { request } of firstOfEach(run, troubled)) await isServing(run, request)
  const inOutage: Troubled[] = []
  const verified = troubled.slice(0, Math.max(leastAlone, run.spending.left.controls / 2))
  let failedAgain = 0
  for (const one of verified) {
    const outcome = await attemptAgain(run, one)
    if (!('responseClass' in outcome) || !isTrouble(outcome)) continue
    failedAgain += 1
    if ((await isServingAfter(run, one)) !== false) continue
    inOutage.push(one)
    await outageToEnd(run, one)
  }
  const haveAllFailed = failedAgain === verified.length
  // Final answers do not change. Those that count against the target are shown again (see `proofs.ts`).
  const rest = troubled.slice(verified.length).filter(({ isSettled }) => !haveAllFailed || isSettled !== true)
  await inTurn(rest, haveAllFailed ? run.atOnce : 1, async (one) => void (await attemptAgain(run, one)))
  for (const one of inOutage) {
    await outageToEnd(run, one)
    await attemptAgain(run, one)
  }
  for (const { request } of firstOfEach(run, troubled)) await isServing(run, request)
}

function isServingAfter(run: Run, { intent, request }: Troubled): Promise<boolean | undefined> {
  return intent.why.kind === 'violation' ? isServingBeside(run, request) : isServing(run, request)
}

async function outageToEnd(run: Run, { intent, request }: Troubled): Promise<void> {
  for (let count = 1; count <= mostWaits && run.scheduler.stopped === undefined; count += 1) {
    if ((await isServing(run, request)) !== false) return
    await run.scheduler.sleep(backoff(null, count, fractionFor(run.seed, intent.caseId)) ?? 0)
  }
}

function firstOfEach({ operations }: Run, troubled: readonly Troubled[]): readonly Troubled[] {
  return operations.flatMap(({ matches }) => troubled.find(({ request }) => matches(request)) ?? [])
}
