import type { Requirement } from '../../../core/model/requirement.ts'
import type { CorpusTally } from '../corpus.ts'
import type { DetectingFault } from '../detecting-faults.ts'

/** The contents of the pages, except the sentences of the specification. */
export interface PageContents {
  readonly requirements: readonly Requirement[]
  readonly faults: readonly DetectingFault[]
  readonly corpus: ReadonlyMap<string, CorpusTally>
}
