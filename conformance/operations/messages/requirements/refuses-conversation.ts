import { refused } from './refused.ts'

const implied = { level: 'implied' } as const

/** Broken rules on messages and their blocks that a target refuses. */
export default [
  refused('messages.message-type-refused', 'a message that is no object'),
  refused('messages.role-missing-refused', 'a message without `role`'),
  refused('messages.role-type-refused', 'a `role` that is no string'),
  refused('messages.role-unknown-refused', 'an unlisted `role`'),
  refused('messages.role-system-refused', 'a message of the role `system`'),
  refused('messages.content-missing-refused', 'a message without `content`', implied),
  refused('messages.content-type-refused', 'a `content` that is neither text nor a list'),
  refused('messages.block-type-refused', 'a content block that is no object'),
  refused('messages.block-kind-refused', 'a content block of a missing or unlisted `type`'),
  refused('messages.text-missing-refused', 'a text block without `text`'),
  refused('messages.text-type-refused', 'a `text` that is no string'),
  refused('messages.text-empty-refused', 'an empty text block'),
  refused('messages.cache-control-type-refused', 'a `cache_control` that is no object'),
  refused('messages.cache-control-kind-missing-refused', 'a `cache_control` without `type`'),
  refused('messages.cache-control-kind-refused', 'an unlisted `cache_control.type`'),
  refused('messages.document-source-missing-refused', 'a document block without `source`', {
    reading: 'M6',
    conditional: true,
  }),
  refused('messages.document-source-type-refused', 'a document `source` that is no object', {
    reading: 'M6',
    conditional: true,
  }),
] as const
