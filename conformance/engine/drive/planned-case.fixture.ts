import type { Operation } from '../../core/model/operation.ts'
import type { Case } from '../../core/model/plan.ts'
import type { Why } from '../../core/model/why.ts'

/** For tests: returns the `why` of a request that violates a rule by a keyword. */
export function violationOf(keyword: string, requirement = 'x.rule-rejected'): Why {
  return { kind: 'violation', requirement, keyword, pointer: '/a', control: 'plain' }
}

/** For tests: returns a planned case of an operation that costs one call. */
export function plannedFor({ id: operation, write }: Operation, id: string, more: Partial<Case> = {}): Case {
  const request = write({ body: { id } })
  const why = { kind: 'drawn', covers: [] } as const
  return { id, operation, why, purpose: id, request, cost: { calls: 1, images: 0 }, aims: [], ...more }
}
