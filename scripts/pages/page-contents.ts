import type { Requirement } from '../../conformance/core/model/requirement.ts'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import { type CorpusTally, tallyCorpus, writtenCorpus } from '../../conformance/specification/traceability/corpus.ts'
import type { DetectingFault } from '../../conformance/specification/traceability/detecting-faults.ts'
import { faults } from '../../reference-server/index.ts'

/** The contents of the pages, except the sentences of the specification. */
export interface PageContents {
  readonly requirements: readonly Requirement[]
  readonly faults: readonly DetectingFault[]
  readonly corpus: ReadonlyMap<string, CorpusTally>
}

/**
 * Returns the contents of REQUIREMENTS.md. The URL is that of the folder `fixtures/corpus`, which the package does not
 * contain.
 */
export function pageContents(corpus: URL): PageContents {
  return {
    requirements: catalogue.requirements,
    faults: [...faults.values()],
    corpus: tallyCorpus(writtenCorpus(corpus)),
  }
}
