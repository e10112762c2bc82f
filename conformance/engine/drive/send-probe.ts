import { credentialOf } from '../../core/model/credential.ts'
import type { RecordedRequest } from '../../core/model/exchange.ts'
import type { Probe, ProbeAnswer, ProbeContext } from '../../core/model/plan.ts'
import type { Intent } from '../../core/model/why.ts'
import { attempt } from './attempts.ts'
import { costOf, type Expectation } from './billing-budget.ts'
import { cutOff } from './remainder.ts'
import type { Answered, AttemptOutcome, Remainder, Run } from './run-types.ts'

/** Runs a probe step by step. An error in it ends the probe, not the run. */
export async function sendProbe(run: Run, probe: Probe, context: ProbeContext): Promise<readonly Remainder[]> {
  const left: Remainder[] = []
  try {
    await takeSteps(run, probe, context, left)
  } catch (error) {
    left.push({ error: { id: probe.id, message: error instanceof Error ? error.message : String(error) } })
  }
  return left
}

async function takeSteps(run: Run, probe: Probe, context: ProbeContext, left: Remainder[]): Promise<void> {
  const steps = await probe.steps(context)
  const expected = expectationsOf(run, probe)
  const most = probe.requests + (probe.ifRejected?.requests ?? 0)
  let sent = 0
  for (let step = steps.next(); !step.done; ) {
    const batch = step.value
    if (sent + batch.length > most) throw new Error(`${probe.id} sends more than its ${most} requests`)
    const before = sent
    const all = await Promise.all(
      batch.map((request, index) =>
        attempt(run, intentOf(probe, before + index), request, {
          isUrgent: true,
          expectation: expected(request),
          mostRead: probe.readsReplies,
        }),
      ),
    )
    sent += batch.length
    left.push(
      ...all.map((outcome, index) => remainderOf(intentOf(probe, before + index).caseId, outcome, batch[index]!)),
    )
    const stopped = all.find((outcome) => 'stopReason' in outcome)
    if (stopped !== undefined && 'stopReason' in stopped) {
      steps.return()
      left.push({ unsent: cutOff(probe, stopped.stopReason) })
      return
    }
    step = steps.next(all.flatMap((outcome) => ('stopReason' in outcome ? [] : [answerFor(outcome)])))
  }
}

/** Returns what a step leaves. A rejected valid request is minimised later. */
function remainderOf(id: string, outcome: AttemptOutcome, request: RecordedRequest): Remainder {
  if ('stopReason' in outcome) return {}
  return { troubled: outcome.troubled, ...(outcome.isRejectedInVain && { rejected: { id, request } }) }
}

function answerFor({ head, read }: Answered): ProbeAnswer | null {
  return head && { ...head, ...read }
}

function intentOf({ id, operation, purpose, isOnOneConnection, goingAway = 0 }: Probe, index: number): Intent {
  const step = index + 1
  const why = { kind: 'probe', probe: id, step } as const
  return {
    caseId: `${id}/${String(step).padStart(2, '0')}`,
    why,
    operation,
    purpose,
    ...(isOnOneConnection && { connection: id }),
    ...(index < goingAway && { goesAway: true }),
  }
}

/**
 * Returns whether the plan counts on being billed for each request of a probe: as many as its cost allows, and none
 * without a valid key. The rest should be rejected.
 */
function expectationsOf(run: Run, { cost }: Probe): (request: RecordedRequest) => Expectation {
  let left = cost
  return (request) => {
    const own = costOf(run, request)
    if (lacksKey(run, request)) return 'extra'
    if (own.calls > left.calls || own.images > left.images) return 'extra'
    left = { calls: left.calls - own.calls, images: left.images - own.images }
    return 'planned'
  }
}

function lacksKey({ operations }: Run, request: RecordedRequest): boolean {
  const operation = operations.find((one) => one.matches(request))
  return operation !== undefined && rejectedKinds.has(credentialOf(request, operation.credential).kind)
}

const rejectedKinds: ReadonlySet<string> = new Set(['missing', 'invalid', 'not-bearer'])
