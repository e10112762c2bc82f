import type { InterpretationId } from '../row.ts'
import contentGeneration from './content-generation.ts'
import general from './general.ts'
import images from './images.ts'
import messages from './messages.ts'
import messagesStream from './messages-stream.ts'
import tokenUsage from './token-usage.ts'

/** How each place that the specification leaves unclear is interpreted; requirements and traceability rows refer to it. */
export const interpretations: Readonly<Record<InterpretationId, string>> = {
  ...general,
  ...images,
  ...tokenUsage,
  ...contentGeneration,
  ...messages,
  ...messagesStream,
}
