import type { Case } from '../../model/plan.ts'
import { attempt } from './attempts.ts'
import { costOf, type Run } from './driver.ts'

/** Sends a case. A packed one that is refused is divided until one addition stands alone (readings.md G2). */
export async function sendCase(run: Run, planned: Case, isPart = false): Promise<void> {
  const { id, origin, request, cost, parts = [] } = planned
  if (!(await run.purse.claim(cost.calls))) return cutOff(run, planned)
  const fared = await attempt(run, id, request, isPart)
  const isAccepted = 'reception' in fared && fared.reception === 'accepted'
  run.purse.settle(cost.calls, isAccepted ? Math.max(cost.calls, costOf(run, request).calls) : 0)
  if ('cut' in fared) run.unsent.push({ id, cut: fared.cut })
  else if (fared.reception === 'refused' || fared.reception === 'failed') {
    const isOurs = origin === 'violation' || origin === 'declaration'
    // Where one addition holds all the others, there is but one smaller part.
    if (parts.length < 2 && !isOurs && fared.isRefusedInVain) run.refused.push({ id, request })
    await Promise.all(parts.map((part) => sendCase(run, part, true)))
  }
}

function cutOff(run: Run, { id }: Case): void {
  run.unsent.push({ id, cut: 'max-billed' })
}
