import { excluded, judged, type Part } from '../row.ts'

export default {
  title: 'The body and its turns',
  rows: [
    judged('The body is a JSON object; the listed fields may be combined.', [
      'content.body-type-refused',
      'content.combinations-accepted',
    ]),
    judged(
      'Fields are written in camelCase, and eight of them in snake_case too: `inline_data`, `mime_type`, `system_instruction`, `tool_config`, `function_declarations`, `function_calling_config`, `response_mime_type` and `response_schema`.',
      [
        'content.inline-data-snake-case-accepted',
        'content.inline-data-camel-case-accepted',
        'content.mime-type-snake-case-accepted',
        'content.mime-type-camel-case-accepted',
        'content.system-instruction-snake-case-accepted',
        'content.system-instruction-camel-case-accepted',
        'content.tool-config-snake-case-accepted',
        'content.tool-config-camel-case-accepted',
        'content.function-declarations-snake-case-accepted',
        'content.function-declarations-camel-case-accepted',
        'content.function-calling-config-snake-case-accepted',
        'content.function-calling-config-camel-case-accepted',
        'content.response-mime-type-snake-case-accepted',
        'content.response-mime-type-camel-case-accepted',
        'content.response-schema-snake-case-accepted',
        'content.response-schema-camel-case-accepted',
      ],
    ),
    judged('`contents` is required.', ['content.contents-missing-refused']),
    judged('`contents` is an array of Content, or one Content.', [
      'content.single-content-accepted',
      'content.contents-type-refused',
      'content.turn-type-refused',
    ]),
    judged('`contents` has one entry for a single turn, and for more the history and the latest request.', [
      'content.history-accepted',
    ]),
    judged('`systemInstruction` is an optional Content.', [
      'content.system-instruction-accepted',
      'content.system-instruction-type-refused',
      'content.system-instruction-parts-missing-refused',
      'content.system-instruction-role-accepted',
    ]),
    judged('`systemInstruction` is text only.', ['content.system-instruction-non-text-refused']),
    excluded(
      '`cachedContent` is an optional string of the form `cachedContents/<id>`, used as context.',
      'How cached content is created is not specified, so no request can name one.',
      'G16',
    ),
    judged(
      'A Content has `parts`, a required array in order.',
      ['content.several-parts-accepted', 'content.parts-missing-refused', 'content.parts-type-refused'],
      'Whether a single part may stand for the array is unspecified (C2).',
    ),
    judged('A Content has an optional string `role`: `user`, `model`, `function` or `tool`.', [
      'content.role-user-accepted',
      'content.history-accepted',
      'content.role-function-accepted',
      'content.role-tool-accepted',
      'content.role-unknown-refused',
      'content.role-type-refused',
      'content.reply-role',
    ]),
  ],
} as const satisfies Part
