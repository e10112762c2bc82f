import { excluded, judged, type Section } from './row.ts'

export default {
  number: '4',
  title: 'Endpoints',
  parts: [
    {
      title: 'The table',
      rows: [
        judged('Bodies are JSON unless stated otherwise.', [
          'images.reply-parses',
          'images.reply-content-type',
          'images.reply-utf-8',
          'images.generate-malformed-json-refused',
          'usage.reply-parses',
          'usage.reply-content-type',
          'usage.reply-utf-8',
          'content.reply-json',
          'content.reply-content-type',
          'messages.reply-json',
          'messages.reply-content-type',
          'messages.malformed-json-refused',
        ]),
        judged('1. POST `/v1/images/generations` takes JSON and gives an image response.', [
          'images.generate-plain-request-accepted',
        ]),
        judged('2. POST `/v1/images/edits` takes a multipart form and gives an image response.', [
          'images.edit-plain-request-accepted',
          'images.edit-malformed-form-refused',
        ]),
        judged('3. POST `/v1/images/variations` takes a multipart form and gives an image response.', [
          'images.variation-plain-request-accepted',
          'images.variation-malformed-form-refused',
        ]),
        judged('4. GET `/api/usage/token` has no body and gives a token usage response.', [
          'usage.plain-request-accepted',
        ]),
        excluded(
          '4. The data is that of the token which the request carries.',
          'A run has the key of one token and does not know its quota.',
        ),
        judged('5. POST `/v1beta/models/<model>:generateContent` gives a content-generation response.', [
          'content.plain-request-accepted',
        ]),
        judged(
          '6. POST `/v1beta/models/<model>:streamGenerateContent?alt=sse` takes the same and gives a stream.',
          ['content.plain-request-accepted', 'content.stream-content-type', 'content.stream-events'],
          'Without `alt=sse` nothing is specified (C10).',
        ),
        judged('7. POST `/v1/messages` gives a message, or a stream when `stream` is true.', [
          'messages.plain-request-accepted',
          'messages.stream-plain-request-accepted',
          'messages.stream-given',
          'messages.reply-not-streamed',
        ]),
        excluded(
          'The headers `Content-Type: application/json` (1, 7).',
          'The effect of a missing or different content type is not specified.',
          'G14',
        ),
      ],
    },
    {
      title: 'Rules',
      rows: [
        judged('1. With `response_format` `url` each image object has `url`, with `b64_json` it has `b64_json`.', [
          'images.url-given-when-asked',
          'images.b64-json-given-when-asked',
          'images.url-given-by-default',
          'images.variation-url-given-by-default',
          'images.other-carrier-absent',
        ]),
        judged('2. An edit by `image-model-multi` has `usage`, one by `image-model-1` has none.', [
          'images.edit-usage-given',
          'images.edit-model-1-usage-absent',
        ]),
        judged('3. Endpoints 5 and 6 take media only inline, as `inlineData` or `inline_data`.', [
          'content.media-png-accepted',
          'content.inline-data-snake-case-accepted',
        ]),
        excluded('3. The effect of `fileData` is not specified.', 'The specification does not decide it.', 'C4'),
        judged(
          '4. The status of a success is not specified.',
          ['images.success-status', 'usage.success-status', 'content.success-status', 'messages.success-status'],
          'Any 2xx is permitted; another status than 200 is only reported as information (G3).',
        ),
        judged('5. Endpoint 4 takes a key with and without the prefix `sk-`.', [
          'usage.sk-prefix-accepted',
          'usage.sk-prefix-same-data',
        ]),
      ],
    },
  ],
} as const satisfies Section
