import { excluded, judged, type Part } from '../row.ts'

export default {
  title: 'Content blocks',
  rows: [
    judged('A block has one of the types `text`, `image`, `tool_use`, `tool_result` and `document`.', [
      'messages.block-kind-refused',
    ]),
    judged(
      'A block may carry `cache_control`.',
      [
        'messages.text-cache-control-accepted',
        'messages.image-cache-control-accepted',
        'messages.tool-use-cache-control-accepted',
        'messages.tool-result-cache-control-accepted',
        'messages.cache-control-type-refused',
      ],
      'Not tested on a `document`, whose `source` is not specified (M6).',
    ),
    judged('The type of `cache_control` is `ephemeral`.', [
      'messages.text-cache-control-accepted',
      'messages.cache-control-kind-missing-refused',
      'messages.cache-control-kind-refused',
    ]),
    judged('`text`: `text` is a required string.', ['messages.text-missing-refused', 'messages.text-type-refused']),
    judged('`text`: it has a character at least.', ['messages.text-empty-refused']),
    judged('`image`: `source` is a required object.', [
      'messages.image-source-missing-refused',
      'messages.image-source-type-refused',
    ]),
    judged('`image`: the type of `source` is required, and is `base64`.', [
      'messages.image-source-kind-missing-refused',
      'messages.image-source-kind-refused',
    ]),
    judged('`image`: `media_type` is required: `image/jpeg`, `image/png`, `image/gif` or `image/webp`.', [
      'messages.image-jpeg-accepted',
      'messages.image-png-accepted',
      'messages.image-gif-accepted',
      'messages.image-webp-accepted',
      'messages.image-media-type-missing-refused',
      'messages.image-media-type-type-refused',
      'messages.image-media-type-unknown-refused',
    ]),
    judged('`image`: `data` is a required string of base64.', [
      'messages.image-data-missing-refused',
      'messages.image-data-type-refused',
      'messages.image-data-base64-refused',
    ]),
    judged('`tool_use`: `id` is a required string.', [
      'messages.tool-loop-accepted',
      'messages.tool-use-id-missing-refused',
      'messages.tool-use-id-type-refused',
    ]),
    judged('`tool_use`: `name` is a required string of a character at least.', [
      'messages.tool-use-name-missing-refused',
      'messages.tool-use-name-type-refused',
      'messages.tool-use-name-empty-refused',
    ]),
    judged('`tool_use`: `input` is a required object.', [
      'messages.tool-use-input-missing-refused',
      'messages.tool-use-input-type-refused',
    ]),
    excluded(
      "`tool_use`: `input` is shaped by the tool's `input_schema`.",
      'In a request it repeats earlier model output, and the effect of a mismatch is not specified. In responses it is judged (2.9).',
    ),
    judged('`tool_result`: `tool_use_id` is a required string.', [
      'messages.tool-loop-accepted',
      'messages.tool-result-id-missing-refused',
      'messages.tool-result-id-type-refused',
    ]),
    judged('`tool_result`: `content` is required: a string or an array of `text` and `image` blocks.', [
      'messages.tool-loop-accepted',
      'messages.tool-result-text-accepted',
      'messages.tool-result-image-accepted',
      'messages.several-tool-result-blocks-accepted',
      'messages.tool-result-content-missing-refused',
      'messages.tool-result-content-type-refused',
      'messages.tool-result-block-type-refused',
      'messages.tool-result-block-kind-refused',
    ]),
    judged('`tool_result`: `is_error` is an optional boolean.', [
      'messages.is-error-accepted',
      'messages.is-error-type-refused',
    ]),
    judged('`document`: `source` is a required object.', [
      'messages.document-source-missing-refused',
      'messages.document-source-type-refused',
    ]),
    excluded('`document`: the content of `source` is not specified.', 'So no document can be sent as valid.', 'M6'),
  ],
} as const satisfies Part
