import { excluded, judged, type Part } from '../row.ts'

export default {
  title: 'tool_choice',
  rows: [
    judged('`tool_choice` is an optional object of the type `auto`, `any` or `tool`.', [
      'messages.tool-choice-auto-accepted',
      'messages.tool-choice-any-accepted',
      'messages.tool-choice-tool-accepted',
      'messages.tool-choice-type-refused',
      'messages.tool-choice-kind-refused',
    ]),
    judged('`disable_parallel_tool_use` is a boolean of each type.', [
      'messages.tool-choice-auto-single-accepted',
      'messages.tool-choice-any-single-accepted',
      'messages.tool-choice-tool-single-accepted',
      'messages.parallel-tool-use-accepted',
      'messages.disable-parallel-tool-use-type-refused',
    ]),
    excluded(
      '`disable_parallel_tool_use` is false by default.',
      'Then a model may use several tools or one: either conforms.',
    ),
    excluded('`auto`: the model decides whether to use tools.', 'Either choice conforms.'),
    judged('`auto`, not in parallel: at most one tool.', ['messages.tool-choice-auto-single-obeyed']),
    judged('`any`: the model must use a tool, whichever.', ['messages.tool-choice-any-obeyed']),
    judged('`any`, not in parallel: exactly one tool.', ['messages.tool-choice-any-single-obeyed']),
    judged('`tool`: `name` is a required string.', [
      'messages.tool-choice-name-missing-refused',
      'messages.tool-choice-name-type-refused',
    ]),
    judged('`tool`: the model must use the tool of that name.', ['messages.tool-choice-tool-obeyed']),
    judged('`tool`, not in parallel: exactly one.', ['messages.tool-choice-tool-single-obeyed']),
  ],
} as const satisfies Part
