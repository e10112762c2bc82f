import type { Requirement } from '../model/requirement.ts'
import { sectionsFor } from './index.ts'
import { isJudged } from './row.ts'

/** A sentence of the specification, and the section it stands in. */
export interface Place {
  readonly section: string
  readonly says: string
}

/** The sentences that a requirement judges, in the specification's order. */
export function rowsFor(requirement: Requirement): readonly Place[] {
  return sectionsFor([requirement]).flatMap(({ number, parts }) =>
    parts
      .flatMap(({ rows }) => rows)
      .filter((row) => isJudged(row) && row.requirements.some((one) => one === requirement.id))
      .map(({ says }) => ({ section: number, says })),
  )
}
