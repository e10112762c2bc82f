import { ledger } from './index.ts'
import { isJudged } from './row.ts'

/** A sentence of the document, and the section it stands in. */
export interface Place {
  readonly section: string
  readonly says: string
}

/** The sentences that a requirement judges, in the document's order. */
export function rowsFor(id: string): readonly Place[] {
  return ledger.flatMap(({ number, parts }) =>
    parts
      .flatMap(({ rows }) => rows)
      .filter((row) => isJudged(row) && row.requirements.some((one) => one === id))
      .map(({ says }) => ({ section: number, says })),
  )
}
