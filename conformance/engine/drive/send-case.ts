import type { RecordedRequest } from '../../core/model/exchange.ts'
import { type Case, intentOf } from '../../core/model/plan.ts'
import type { Intent } from '../../core/model/why.ts'
import { attempt } from './attempts.ts'
import { isRejectedOrFailed } from './learned.ts'
import { cutOff } from './remainder.ts'
import type { Answered, Remainder, Run } from './run-types.ts'

/** Sends a request that should be accepted. */
export async function sendValid(run: Run, planned: Case): Promise<Remainder> {
  const { id, why, request, cost } = planned
  const isPaidFor = cost.calls + cost.images > 0
  const outcome = await attempt(run, intentOf(planned), request, { expectation: isPaidFor ? 'planned' : 'extra' })
  if ('stopReason' in outcome) return { unsent: cutOff(planned, outcome.stopReason) }
  const { isRejectedInVain, responseClass, troubled } = outcome
  if (isPaidFor && (isRejectedInVain || isRejectedOrFailed(responseClass))) run.spending.billing.leave(cost)
  const isToMinimise = why.kind !== 'declaration' && isRejectedInVain
  return { troubled, ...(isToMinimise && { rejected: { id, request } }) }
}

/** Sends a plain request. Returns its outcome, if it was sent, beside what it leaves. */
export async function sendPlain(run: Run, planned: Case): Promise<Remainder & { readonly answered?: Answered }> {
  const { request, cost } = planned
  const outcome = await attempt(run, intentOf(planned), request, { expectation: 'planned' })
  if ('stopReason' in outcome) return { unsent: cutOff(planned, outcome.stopReason) }
  if (isRejectedOrFailed(outcome.responseClass)) run.spending.billing.leave(cost)
  return { answered: outcome, troubled: outcome.troubled }
}

/** A free request that a reply leads to. */
export interface FollowUp extends Intent {
  readonly request: RecordedRequest
}

/** Sends the requests that replies lead to, within the same bounds as all others. */
export function sendFollowUps(run: Run, followUps: readonly FollowUp[]): Promise<readonly Remainder[]> {
  const send = async ({ request, ...intent }: FollowUp): Promise<Remainder> => {
    const outcome = await attempt(run, intent, request, { expectation: 'planned' })
    if ('stopReason' in outcome) return { unsent: { id: intent.caseId, stopReason: outcome.stopReason } }
    return { troubled: outcome.troubled }
  }
  return Promise.all(followUps.map(send))
}
