import type { Case, Plan } from '../model/plan.ts'
import { endpoints } from '../model/vocabulary.ts'
import type { Why } from '../model/why.ts'

/** The kinds of requests that are meant to be accepted. */
const acceptable: ReadonlySet<Why['kind']> = new Set(['plain', 'drawn', 'spelled'])

/**
 * The cases that tell first whether there is any point in a run: of each operation the first that is to be accepted,
 * which is its plain request wherever the plan has it.
 */
export function plainCases({ cases }: Plan): readonly Case[] {
  return endpoints.flatMap((endpoint) => {
    const first = cases.find(({ operation, why }) => operation === endpoint && acceptable.has(why.kind))
    return first === undefined ? [] : [first]
  })
}
