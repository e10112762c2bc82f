import { get } from '../json-pointer.ts'
import type { JsonSchema } from '../load.ts'
import { type TypeShape, typeShape } from './type-shape.ts'

/** The name of every message in types and components, and its schema. */
const published: Readonly<Record<string, string>> = {
  ImagesGenerateRequest: '#/paths/~1v1~1images~1generations/post/requestBody/content/application~1json/schema',
  ImagesEditForm: '#/components/schemas/ImagesEditForm',
  ImagesVariationForm: '#/components/schemas/ImagesVariationForm',
  ImagesReply: '#/components/schemas/ImagesReply',
  TokenUsageReply: '#/components/schemas/TokenUsageTokenReply',
  TokenUsageError: '#/components/schemas/TokenUsageTokenError',
  ContentGenerationRequest: '#/components/schemas/ContentGenerationBody',
  ContentGenerationReply: '#/components/schemas/ContentGenerationReply',
  ContentGenerationEvent: '#/components/schemas/ContentGenerationEvent',
  ContentGenerationError: '#/components/schemas/ContentGenerationError',
  MessagesRequest: '#/components/schemas/MessagesBody',
  MessagesReply: '#/components/schemas/MessagesReply',
  MessagesEvent: '#/components/schemas/MessagesEvent',
  MessagesError: '#/components/schemas/MessagesError',
}

const event = '#/components/schemas/MessagesEvent'

/** Alternatives in streams whose event schemas have nothing to judge. */
const unconditional: Readonly<Record<string, JsonSchema>> = {
  [event]: {
    type: 'object',
    required: ['type'],
    properties: { type: { type: 'string', enum: ['message_stop', 'ping'] } },
  },
  [`${event}/$defs/content_block_start/properties/content_block`]: {
    type: 'object',
    required: ['type'],
    properties: { type: { type: 'string', const: 'text' }, text: { type: 'string' } },
  },
}

/** Returns the shape of every published message, made from the schemas bundled into the paths; see `bundled.ts`. */
export function publishedShape(bundled: JsonSchema, options: { readonly hasRules: boolean }): TypeShape {
  const document = structuredClone(bundled) as JsonSchema
  addUsage(document)
  return typeShape(document, { published, unconditional, ...options })
}

/** Section 6 lists the usage in `message_delta`. No requirement about its shape is in the schema. */
function addUsage(document: JsonSchema): void {
  const members = get(document, `${event.slice(1)}/$defs/message_delta/properties/delta/properties`)
  const counts = { input_tokens: { type: 'integer' }, output_tokens: { type: 'integer' } }
  Object.assign(members as object, { usage: { type: 'object', properties: counts } })
}
