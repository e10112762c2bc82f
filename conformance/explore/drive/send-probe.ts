import type { RecordedRequest, ResponseHead } from '../../model/exchange.ts'
import type { Probe, ProbeContext } from '../../model/plan.ts'
import { attempt, type Fared } from './attempts.ts'
import { costOf, type Run } from './driver.ts'

/** Takes a probe through its steps. An error in it ends the probe, not the run. */
export async function sendProbe(run: Run, probe: Probe, context: ProbeContext): Promise<void> {
  const most = probe.cost.calls + (probe.ifRefused?.calls ?? 0)
  if (!(await run.purse.claim(most))) {
    run.unsent.push({ id: probe.id, cut: 'max-billed' })
    return
  }
  const bill = { calls: 0 }
  try {
    await takeSteps(run, probe, context, bill)
  } catch (error) {
    run.errors.push({ id: probe.id, message: error instanceof Error ? error.message : String(error) })
  } finally {
    run.purse.settle(most, bill.calls)
  }
}

async function takeSteps(run: Run, probe: Probe, context: ProbeContext, bill: { calls: number }): Promise<void> {
  const steps = probe.steps(context)
  const most = probe.requests + (probe.ifRefused?.requests ?? 0)
  let sent = 0
  for (let step = steps.next(); !step.done; ) {
    const batch = step.value
    if (sent + batch.length > most) throw new Error(`${probe.id} sends more than its ${most} requests`)
    const all = await Promise.all(batch.map((request, index) => attempt(run, idOf(probe, sent + index), request, true)))
    sent += batch.length
    for (const [index, fared] of all.entries()) bill.calls += callsOf(run, fared, batch[index])
    for (const [index, fared] of all.entries())
      noteRefused(run, idOf(probe, sent - batch.length + index), fared, batch[index])
    const cut = all.find((fared) => 'cut' in fared)
    if (cut !== undefined && 'cut' in cut) {
      steps.return()
      run.unsent.push({ id: probe.id, cut: cut.cut })
      return
    }
    step = steps.next(all.flatMap((fared): readonly (ResponseHead | null)[] => ('cut' in fared ? [] : [fared.head])))
  }
}

function idOf(probe: Probe, index: number): string {
  return `${probe.id}/${String(index + 1).padStart(2, '0')}`
}

function callsOf(run: Run, fared: Fared, request: RecordedRequest | undefined): number {
  if (request === undefined || !('reception' in fared) || fared.reception !== 'accepted') return 0
  return costOf(run, request).calls
}

/** What is valid among the refused is told apart later, as with cases; the rest may be megabytes that nobody needs. */
function noteRefused(run: Run, id: string, fared: Fared, request: RecordedRequest | undefined): void {
  if ('reception' in fared && fared.isRefusedInVain && request !== undefined) run.refused.push({ id, request })
}
