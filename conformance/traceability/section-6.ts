import { excluded, judged, type Section } from './row.ts'

export default {
  number: '6',
  title: 'Events',
  parts: [
    {
      title: 'Messages stream',
      rows: [
        judged('A stream consists of server-sent events.', [
          'messages.stream-content-type',
          'messages.stream-terminated',
          'messages.stream-utf8',
        ]),
        judged('Events are JSON objects, each with a `type`.', ['messages.stream-payload']),
        judged('Events come in the listed order.', ['messages.stream-order', 'messages.stream-nothing-after-stop']),
        judged('1. `message_start` has a `message` with `id`, `model`, `role` and `type`.', [
          'messages.stream-start-message',
          'messages.stream-start-id',
          'messages.stream-start-model',
          'messages.stream-start-role',
          'messages.stream-start-type',
        ]),
        judged('1. Its `stop_reason` is null.', ['messages.stream-start-stop-reason']),
        judged('2. `content_block_start` has an integer `index` and a `content_block` with a `type`.', [
          'messages.stream-index',
          'messages.stream-content-block',
        ]),
        judged('2. The `content_block` of a tool use says which use it is, and of which tool.', [
          'messages.stream-tool-use-start',
        ]),
        judged('3. `content_block_delta` has `index` and `delta`, as often as it takes.', [
          'messages.stream-index',
          'messages.stream-delta',
        ]),
        judged(
          '3. The `delta` of a text has `text`.',
          ['messages.stream-text-delta'],
          'Deltas of other blocks are unspecified (S5).',
        ),
        judged('3. The pieces of a tool use make its input.', ['messages.stream-tool-input-json']),
        judged('4. `content_block_stop` has `index`.', ['messages.stream-index']),
        judged('5. `message_delta` has a `delta` with `stop_reason`.', [
          'messages.stream-message-delta',
          'messages.stream-stop-reason',
          'messages.stream-stop-reason-listed',
        ]),
        judged('5. It comes once.', ['messages.stream-one-message-delta']),
        judged('5. Its `delta` has `usage` with `input_tokens` and `output_tokens`.', [
          'messages.stream-usage',
          'messages.stream-usage-in-delta',
          'messages.stream-input-tokens',
          'messages.stream-output-tokens',
          'messages.stream-output-tokens-positive',
          'messages.stream-counts-not-negative',
        ]),
        judged('6. `message_stop` comes last and has no fields.', [
          'messages.stream-end',
          'messages.stream-nothing-after-stop',
          'messages.stream-no-done-before-stop',
          'messages.stream-no-done-after-stop',
        ]),
        judged('Start, deltas and stop repeat for each content block.', [
          'messages.stream-order',
          'messages.stream-index-of-open-block',
          'messages.stream-indices-distinct',
          'messages.stream-indices-count-up',
        ]),
        judged('`stop_reason` is not null from `message_delta` on.', [
          'messages.stream-stop-reason',
          'messages.stream-stop-reason-throughout',
        ]),
        judged(
          'Event names are not specified.',
          ['messages.stream-event-line-agrees'],
          'Only a name that contradicts the `type` is judged (S3).',
        ),
        excluded('Other events are not specified.', 'They may occur anywhere.', 'S2'),
        judged(
          'An error that comes in the stream ends it.',
          ['messages.stream-nothing-after-error'],
          'The exchange is then inconclusive (S2).',
        ),
        judged(
          'Events are how a reply is streamed.',
          ['messages.stream-delivery'],
          'The time at which events arrive is only reported as information (S8).',
        ),
      ],
    },
    {
      title: 'Content-generation stream',
      rows: [
        judged('Endpoint 6 answers with server-sent events.', [
          'content.stream-content-type',
          'content.stream-events',
          'content.stream-terminated',
          'content.stream-utf8',
        ]),
        judged(
          'The shape of a payload is not specified.',
          [
            'content.stream-payload-json',
            'content.stream-partial-reply',
            'content.stream-recognised',
            'content.stream-finish-reason-last',
          ],
          'That it is a part of 2.7 follows from what is streamed (C10).',
        ),
      ],
    },
    {
      title: 'Other events',
      rows: [excluded('There are no webhooks, and no other events.', 'Nothing to test.')],
    },
  ],
} as const satisfies Section
