import { refused } from './refused.ts'

const dated = { capability: 'dated-tools', level: 'implied' } as const

/** Broken rules on tools and tool choices that a target refuses. */
export default [
  refused('messages.tools-type-refused', '`tools` that are no list'),
  refused('messages.tool-type-refused', 'a tool that is no object'),
  refused('messages.tool-kind-type-refused', 'a tool `type` that is no string'),
  refused('messages.tool-name-missing-refused', 'a custom tool without `name`'),
  refused('messages.tool-name-type-refused', 'a tool `name` that is no string'),
  refused('messages.tool-name-empty-refused', 'an empty tool `name`'),
  refused('messages.tool-name-too-long-refused', 'a tool `name` of 65 characters'),
  refused('messages.tool-description-type-refused', 'a tool `description` that is no string'),
  refused('messages.input-schema-missing-refused', 'a custom tool without `input_schema`'),
  refused('messages.input-schema-type-refused', 'an `input_schema` that is no object'),
  refused('messages.dated-tool-name-refused', 'a dated tool without its own `name`', dated),
  refused('messages.display-size-missing-refused', 'a computer tool without its display size', dated),
  refused('messages.display-size-type-refused', 'a display size that is no integer', dated),
  refused('messages.display-number-type-refused', 'a `display_number` that is no integer', dated),
  refused('messages.tool-choice-type-refused', 'a `tool_choice` that is no object'),
  refused('messages.tool-choice-kind-refused', 'a missing or unlisted `tool_choice.type`'),
  refused('messages.tool-choice-name-missing-refused', 'a `tool_choice` of `tool` without `name`'),
  refused('messages.tool-choice-name-type-refused', 'a `tool_choice.name` that is no string'),
  refused('messages.disable-parallel-tool-use-type-refused', 'a `disable_parallel_tool_use` that is no boolean'),
] as const
