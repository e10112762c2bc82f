import type { Case, Plan } from '../../core/model/plan.ts'
import { endpoints } from '../../core/model/vocabulary.ts'
import type { Why } from '../../core/model/why.ts'

/** The kinds of requests that should be accepted. */
const acceptable: ReadonlySet<Why['kind']> = new Set(['plain', 'drawn', 'spelled'])

/**
 * Returns the cases of the preflight: of each operation the first one that should be accepted. It is the plain request
 * if the plan contains that.
 */
export function plainCases({ cases }: Plan): readonly Case[] {
  return endpoints.flatMap((endpoint) => {
    const first = cases.find(({ operation, why }) => operation === endpoint && acceptable.has(why.kind))
    return first === undefined ? [] : [first]
  })
}
