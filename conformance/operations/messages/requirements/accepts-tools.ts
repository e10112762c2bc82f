import { accepted } from './accepted.ts'

const withTools = { dependsOn: ['messages.tools-accepted'] }
const inLoop = { dependsOn: ['messages.tool-loop-accepted'] }
const dated = { capability: 'dated-tools', reading: 'M6' } as const

/** Tools, tool choices and tool loops that a target accepts. */
export default [
  accepted('messages.tools-accepted', 'custom `tools`'),
  accepted('messages.several-tools-accepted', 'several `tools`', withTools),
  accepted('messages.tool-kind-custom-accepted', 'a tool of explicit type `custom`', withTools),
  accepted('messages.tool-description-accepted', 'a tool `description`', withTools),
  accepted('messages.tool-name-of-1-accepted', 'a tool name of 1 character', withTools),
  accepted('messages.tool-name-of-64-accepted', 'a tool name of 64 characters', withTools),
  accepted('messages.computer-tool-accepted', 'the `computer_20241022` tool', dated),
  accepted('messages.display-number-accepted', 'a `display_number` for the computer tool', {
    ...dated,
    dependsOn: ['messages.computer-tool-accepted'],
  }),
  accepted('messages.bash-tool-accepted', 'the `bash_20241022` tool', dated),
  accepted('messages.text-editor-tool-accepted', 'the `text_editor_20241022` tool', dated),
  accepted('messages.tool-choice-auto-accepted', 'a `tool_choice` of `auto`', withTools),
  accepted('messages.tool-choice-any-accepted', 'a `tool_choice` of `any`', withTools),
  accepted('messages.tool-choice-tool-accepted', 'a `tool_choice` that names a tool', withTools),
  accepted('messages.tool-choice-auto-single-accepted', '`disable_parallel_tool_use` beside `auto`', {
    dependsOn: ['messages.tool-choice-auto-accepted'],
  }),
  accepted('messages.tool-choice-any-single-accepted', '`disable_parallel_tool_use` beside `any`', {
    dependsOn: ['messages.tool-choice-any-accepted'],
  }),
  accepted('messages.tool-choice-tool-single-accepted', '`disable_parallel_tool_use` beside `tool`', {
    dependsOn: ['messages.tool-choice-tool-accepted'],
  }),
  accepted('messages.parallel-tool-use-accepted', '`disable_parallel_tool_use: false`', withTools),
  accepted('messages.tool-loop-accepted', 'a `tool_use` block and its `tool_result`', withTools),
  accepted('messages.is-error-accepted', 'a tool result that says `is_error`', inLoop),
  accepted('messages.tool-result-text-accepted', 'a tool result of `text` blocks', inLoop),
  accepted('messages.tool-result-image-accepted', 'a tool result of `image` blocks', inLoop),
  accepted('messages.several-tool-result-blocks-accepted', 'a tool result of several `text` blocks', {
    dependsOn: ['messages.tool-result-text-accepted'],
  }),
] as const
