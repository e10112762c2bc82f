import { refused } from './refused.ts'

const implied = { level: 'implied' } as const
const beyond = { reading: 'M2' } as const

/** Broken rules on headers and top-level fields that a target refuses. */
export default [
  refused('messages.version-missing-refused', 'no `provider-version` header', { section: '9' }),
  refused('messages.malformed-json-refused', 'a body that is not JSON', { section: '4', reading: 'G14' }),
  refused('messages.body-type-refused', 'a body that is no JSON object'),
  refused('messages.model-missing-refused', 'no `model`'),
  refused('messages.model-type-refused', 'a `model` that is no string'),
  refused('messages.model-empty-refused', 'an empty `model`', { ...implied, reading: 'M3' }),
  refused('messages.model-too-long-refused', 'a `model` of 257 characters', { ...implied, reading: 'M3' }),
  refused('messages.max-tokens-missing-refused', 'no `max_tokens`'),
  refused('messages.max-tokens-type-refused', 'a `max_tokens` that is no integer'),
  refused('messages.max-tokens-beyond-refused', 'a `max_tokens` below 1', beyond),
  refused('messages.messages-missing-refused', 'no `messages`'),
  refused('messages.messages-type-refused', '`messages` that are no list'),
  refused('messages.system-type-refused', 'a `system` prompt that is no text'),
  refused('messages.metadata-type-refused', '`metadata` that are no object'),
  refused('messages.user-id-type-refused', 'a `metadata.user_id` that is no string'),
  refused('messages.user-id-too-long-refused', 'a `metadata.user_id` of 257 characters'),
  refused('messages.stop-sequences-type-refused', '`stop_sequences` that are no list'),
  refused('messages.stop-sequence-type-refused', 'a stop sequence that is no string'),
  refused('messages.stream-type-refused', 'a `stream` that is no boolean'),
] as const
