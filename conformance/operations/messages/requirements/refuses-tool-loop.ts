import { refused } from './refused.ts'

/** Broken rules on tool uses and tool results that a target refuses. */
export default [
  refused('messages.tool-use-id-missing-refused', 'a tool use without `id`'),
  refused('messages.tool-use-id-type-refused', 'a tool use whose `id` is no string'),
  refused('messages.tool-use-name-missing-refused', 'a tool use without `name`'),
  refused('messages.tool-use-name-type-refused', 'a tool use whose `name` is no string'),
  refused('messages.tool-use-name-empty-refused', 'a tool use with an empty `name`'),
  refused('messages.tool-use-input-missing-refused', 'a tool use without `input`'),
  refused('messages.tool-use-input-type-refused', 'a tool use whose `input` is no object'),
  refused('messages.tool-result-id-missing-refused', 'a tool result without `tool_use_id`'),
  refused('messages.tool-result-id-type-refused', 'a `tool_use_id` that is no string'),
  refused('messages.tool-result-content-missing-refused', 'a tool result without `content`'),
  refused('messages.tool-result-content-type-refused', 'a tool result whose `content` is neither text nor a list'),
  refused('messages.tool-result-block-type-refused', 'a block in a tool result that is no object'),
  refused('messages.tool-result-block-kind-refused', 'a block in a tool result of a missing or unlisted `type`'),
  refused('messages.is-error-type-refused', 'an `is_error` that is no boolean'),
] as const
