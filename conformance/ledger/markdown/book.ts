import type { Requirement } from '../../model/requirement.ts'
import type { CorpusTally } from '../corpus-tally.ts'
import type { Killer } from '../killers.ts'

/** What the pages are made of, beside the ledger itself. */
export interface Book {
  readonly requirements: readonly Requirement[]
  readonly faults: readonly Killer[]
  readonly corpus: ReadonlyMap<string, CorpusTally>
}
