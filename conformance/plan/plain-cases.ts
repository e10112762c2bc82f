import type { Case, Origin, Plan } from '../model/plan.ts'
import { endpoints } from '../model/vocabulary.ts'

/** Why a request is sent that is meant to be accepted. */
const acceptable: ReadonlySet<Origin> = new Set(['preflight', 'coverage'])

/**
 * The cases that tell first whether there is any point in a run: of each operation the first that is to be accepted,
 * which is its plain request wherever the plan has it.
 */
export function plainCases({ cases }: Plan): readonly Case[] {
  return endpoints.flatMap((endpoint) => {
    const first = cases.find(({ operation, origin }) => operation === endpoint && acceptable.has(origin))
    return first === undefined ? [] : [first]
  })
}
