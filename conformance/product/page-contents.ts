import { faults } from '../../reference-server/index.ts'
import { catalogue } from '../specification/catalogue.ts'
import { tallyCorpus, writtenCorpus } from '../specification/traceability/corpus.ts'
import type { PageContents } from '../specification/traceability/markdown/page-contents.ts'

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
