import type { Exchange } from '../conformance/core/model/exchange.ts'
import type { Plan } from '../conformance/core/model/plan.ts'

export function idsOf({ cases, probes }: Plan): readonly string[] {
  return [...cases, ...probes].map(({ id }) => id)
}

/**
 * Returns the exchanges that belong to a plan: those of its cases, of the steps of its probes, and of their downloads.
 */
export function exchangesOf(plan: Plan, exchanges: readonly Exchange[]): readonly Exchange[] {
  const own = new Set(idsOf(plan))
  return exchanges.filter(({ id }) => {
    const request = withoutAttempt(withoutAttempt(id).replace(/\/image-\d+(-again)?$/, ''))
    return own.has(request) || own.has(request.replace(/\/\d+$/, ''))
  })
}

function withoutAttempt(id: string): string {
  return id.replace(/~\d+$/, '')
}
