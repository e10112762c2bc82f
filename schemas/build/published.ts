import { get } from '../json-pointer.ts'
import type { JsonSchema } from '../load.ts'
import { type TypeShape, typeShape } from './type-shape.ts'

/** The schema of each message, by its name in types and components. */
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

/** Alternatives in streams whose event schemas contain no constraints. */
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

/** Returns the shape of every published message, from the schemas bundled into the paths (see `bundled.ts`). */
export function publishedShape(bundled: JsonSchema, options: { readonly hasRules: boolean }): TypeShape {
  const document = structuredClone(bundled) as JsonSchema
  addUsage(document)
  return typeShape(document, { published, unconditional, ...options })
}

/** Adds the usage in `message_delta` that section 6 lists. The schema has no requirement on its shape. */
function addUsage(document: JsonSchema): void {
  const members = get(document, `${event.slice(1)}/$defs/message_delta/properties/delta/properties`)
  const counts = { input_tokens: { type: 'integer' }, output_tokens: { type: 'integer' } }
  Object.assign(members as object, { usage: { type: 'object', properties: counts } })
}
