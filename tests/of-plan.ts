import type { Exchange } from '../conformance/model/exchange.ts'
import type { Plan } from '../conformance/model/plan.ts'

/** The ids of a plan's cases and probes. */
export function idsOf({ cases, probes }: Plan): readonly string[] {
  return [...cases, ...probes].map(({ id }) => id)
}

/** Those exchanges of a run whose requests a plan has: of its cases, of the steps of its probes, and their downloads. */
export function exchangesOf(plan: Plan, exchanges: readonly Exchange[]): readonly Exchange[] {
  const own = new Set(idsOf(plan))
  return exchanges.filter(({ id }) => {
    const request = withoutAttempt(withoutAttempt(id).replace(/\/image-\d+$/, ''))
    return own.has(request) || own.has(request.replace(/\/\d+$/, ''))
  })
}

function withoutAttempt(id: string): string {
  return id.replace(/~\d+$/, '')
}
