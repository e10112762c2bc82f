import type { Case, Plan } from '../../../core/model/plan.ts'
import { catalogue } from '../../../specification/catalogue.ts'

/** For tests: a small plan with the plain request of each operation. */
export function plainPlan(): Plan {
  const cases = catalogue.operations.flatMap((operation): readonly Case[] => {
    const template = catalogue.templates.find((candidate) => candidate.operation === operation.id)
    if (template === undefined) return []
    const request = operation.write(template.value)
    const purpose = `a plain request for ${operation.id}`
    const why = { kind: 'plain' } as const
    const cost = operation.cost(template.value)
    return [{ id: `plain/${operation.id}`, operation: operation.id, why, purpose, request, cost, aims: [] }]
  })
  return {
    cases,
    probes: [],
    aims: new Set(['usage.plain-request-accepted@usage.token']),
    requests: cases.length,
    cost: { calls: 4, images: 3 },
  }
}
