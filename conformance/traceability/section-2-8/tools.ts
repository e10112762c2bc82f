import { judged, type Part } from '../row.ts'

export default {
  title: 'Tools',
  rows: [
    judged('`tools` is an optional array of objects.', [
      'messages.several-tools-accepted',
      'messages.tools-type-refused',
      'messages.tool-type-refused',
    ]),
    judged(
      'Custom: `type` is optional, the string `custom`.',
      [
        'messages.tools-accepted',
        'messages.tool-kind-custom-accepted',
        'messages.tool-kind-type-refused',
        'messages.tool-kind-unlisted-refused',
      ],
      'Tool types of other APIs are unspecified (G16).',
    ),
    judged('Custom: `name` is a required string of 1 to 64 characters.', [
      'messages.tool-name-of-1-accepted',
      'messages.tool-name-of-64-accepted',
      'messages.tool-name-missing-refused',
      'messages.tool-name-type-refused',
      'messages.tool-name-empty-refused',
      'messages.tool-name-too-long-refused',
    ]),
    judged('Custom: `description` is optional, a string.', [
      'messages.tool-description-accepted',
      'messages.tool-description-type-refused',
    ]),
    judged('Custom: `input_schema` is required, a JSON Schema.', [
      'messages.input-schema-missing-refused',
      'messages.input-schema-type-refused',
      'messages.tool-use-input-fits',
    ]),
    judged('Custom: `cache_control` is optional.', ['messages.tool-cache-control-accepted']),
    judged('Computer: the type is `computer_20241022`, the name `computer`.', [
      'messages.computer-tool-accepted',
      'messages.dated-tool-name-refused',
    ]),
    judged('Computer: `display_width_px` and `display_height_px` are integers.', [
      'messages.display-size-missing-refused',
      'messages.display-size-type-refused',
    ]),
    judged('Computer: `display_number` is an optional integer.', [
      'messages.display-number-accepted',
      'messages.display-number-type-refused',
    ]),
    judged('Computer: `cache_control` is optional.', ['messages.computer-tool-cache-control-accepted']),
    judged('Bash: the type is `bash_20241022`, the name `bash`.', [
      'messages.bash-tool-accepted',
      'messages.dated-tool-name-refused',
    ]),
    judged('Bash: `cache_control` is optional.', ['messages.bash-tool-cache-control-accepted']),
    judged('Text editor: the type is `text_editor_20241022`, the name `str_replace_editor`.', [
      'messages.text-editor-tool-accepted',
      'messages.dated-tool-name-refused',
    ]),
    judged('Text editor: `cache_control` is optional.', ['messages.text-editor-tool-cache-control-accepted']),
    judged('A model that uses a tool says so in a `tool_use` block.', [
      'messages.stop-reason-tool-use-has-one',
      'messages.tool-use-declared',
    ]),
    judged('The client sends the result back as a `tool_result` block in a message of the user.', [
      'messages.tool-loop-accepted',
    ]),
  ],
} as const satisfies Part
