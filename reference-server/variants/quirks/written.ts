import type {
  ContentGenerationErrorBody,
  ImagesErrorBody,
  MessagesErrorBody,
  TokenUsageErrorBody,
} from '../../errors.ts'
import type { ImagesReply } from '../../images/answers.ts'
import type { GeneratedChunk } from '../../routes/content-generation-events.ts'
import type { Generated } from '../../routes/content-generation-reply.ts'
import type { MessageStreamEvent } from '../../routes/messages-events.ts'
import type { Message } from '../../routes/messages-reply.ts'
import type { TokenUsageReply } from '../../routes/token-usage.ts'

/** The JSON of a success of the reference server. */
export type ReplyJson = ImagesReply | TokenUsageReply | Generated | Message

/** The JSON of a rejection of the reference server. */
export type ErrorJson = ImagesErrorBody | TokenUsageErrorBody | ContentGenerationErrorBody | MessagesErrorBody

/** The data of an event of the reference server. */
export type EventData = GeneratedChunk | MessageStreamEvent

/**
 * Types JSON that the reference server wrote. This is the only place that asserts these types. It is sound because
 * variants alter only bodies of the reference server, which builds each one as a value of one of these types. The areas
 * of the variant determine the type. If several quirks are combined, the earlier ones keep the members that later ones
 * read.
 */
export function written<Body extends ReplyJson | ErrorJson | EventData>(json: unknown): Body {
  return json as Body
}
