import type { ReadingId } from '../row.ts'
import contentGeneration from './content-generation.ts'
import general from './general.ts'
import images from './images.ts'
import messages from './messages.ts'
import messagesStream from './messages-stream.ts'
import tokenUsage from './token-usage.ts'

/** How each open place of the document is read: what requirements and rows of the ledger lean on. */
export const readings: Readonly<Record<ReadingId, string>> = {
  ...general,
  ...images,
  ...tokenUsage,
  ...contentGeneration,
  ...messages,
  ...messagesStream,
}
