import { faults } from '../reference-server/index.ts'
import { catalogue } from './catalogue.ts'
import { tallyCorpus } from './ledger/corpus-tally.ts'
import type { Book } from './ledger/markdown/book.ts'

/** What REQUIREMENTS.md is made of. The URL is that of the folder `fixtures/corpus`, which the package does not carry. */
export function requirementsBook(corpus: URL): Book {
  return { requirements: catalogue.requirements, faults: [...faults.values()], corpus: tallyCorpus(corpus) }
}
