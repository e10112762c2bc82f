import type { Plan } from '../conformance/core/model/plan.ts'
import { resultKey } from '../conformance/core/model/requirement.ts'
import type { ExampleRequest } from '../conformance/product/config/examples.ts'
import { withExamples } from '../conformance/product/run/counterexamples.ts'
import { catalogue } from '../conformance/specification/catalogue.ts'

/**
 * Adds a request to a plan as if it had been drawn. A test that needs a certain request brings it, because another seed
 * or schema draws others.
 */
export function withDrawn(plan: Plan, brought: ExampleRequest, aims: readonly string[] = []): Plan {
  const { cases, ...whole } = withExamples(plan, [brought], catalogue)
  const [stored, ...planned] = cases
  if (stored?.why.kind !== 'stored') throw new Error('the plan does not test the operation of the brought request')
  const id = `${brought.operation}/drawn/brought`
  const drawn = { ...stored, id, why: { kind: 'drawn', covers: [] }, aims } as const
  const keys = aims.map((aim) => resultKey(aim, brought.operation))
  return { ...whole, cases: [...planned, drawn], aims: new Set([...plan.aims, ...keys]) }
}
