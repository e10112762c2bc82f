import { killersOf } from '../../ledger/killers.ts'
import { readings } from '../../ledger/readings/index.ts'
import { type Place, rowsFor } from '../../ledger/rows-for.ts'
import type { Requirement } from '../../model/requirement.ts'

/** Where a requirement comes from and what keeps it honest. */
export interface Background {
  /** The sentences of the document that it judges, in our own words. */
  readonly ledger: readonly Place[]
  /** What its reading says. */
  readonly readingSays: string | undefined
  /** The faults of the reference server that it catches, those of its own first. */
  readonly faults: readonly string[]
}

/** The background of some requirements. The reference server is only loaded here: a plain list needs none of it. */
export async function backgrounds(requirements: readonly Requirement[]): Promise<readonly Background[]> {
  const { faults } = await import('../../../reference-server/faults/index.ts')
  return requirements.map(({ id, reading }) => ({
    ledger: rowsFor(id),
    readingSays: Object.entries(readings).find(([known]) => known === reading)?.[1],
    faults: killersOf(id, faults.values()).map((fault) => fault.id),
  }))
}
