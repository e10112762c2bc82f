import { attemptAgain, type Troubled } from './attempts.ts'
import { isServing } from './control-requests.ts'
import type { Run } from './driver.ts'
import { inTurn } from './send-case.ts'

/**
 * Sends once more what met trouble, when everything else was sent (interpretations G10, G11). A control request of each
 * operation comes first, so a request that fails again fails while its target serves others. Valid requests that are
 * served now count as served.
 */
export async function secondPass(run: Run): Promise<void> {
  const troubled = run.troubled.splice(0)
  for (const { request } of firstOfEach(run, troubled)) await isServing(run, request)
  await inTurn(troubled, run.atOnce, async (one) => {
    const outcome = await attemptAgain(run, one)
    if ('responseClass' in outcome && !outcome.isRejectedInVain) run.rejected.delete(one.intent.caseId)
  })
}

/** One request of each operation. */
function firstOfEach({ operations }: Run, troubled: readonly Troubled[]): readonly Troubled[] {
  return operations.flatMap(({ matches }) => troubled.find(({ request }) => matches(request)) ?? [])
}
