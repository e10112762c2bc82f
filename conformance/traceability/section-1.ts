import { excluded, judged, type Section } from './row.ts'

export default {
  number: '1',
  title: 'What the service does',
  parts: [
    {
      title: 'Areas',
      rows: [
        judged('Responses are JSON, or a stream of server-sent events where that is stated.', [
          'images.reply-parses',
          'usage.reply-parses',
          'content.reply-json',
          'content.stream-content-type',
          'messages.reply-json',
          'messages.stream-content-type',
        ]),
        judged('Images are made from a prompt, edited from images and a prompt, and varied from one image.', [
          'images.generate-plain-request-accepted',
          'images.edit-plain-request-accepted',
          'images.variation-plain-request-accepted',
        ]),
        judged('The quota of the token that a request carries can be asked for.', ['usage.plain-request-accepted']),
        judged(
          'Content generation takes text, images, audio, video and PDF; functions, code execution, JSON by schema, safety settings, a system instruction, several turns and streaming.',
          [
            'content.plain-request-accepted',
            'content.media-png-accepted',
            'content.media-wav-accepted',
            'content.media-mp4-accepted',
            'content.media-pdf-accepted',
            'content.function-declarations-accepted',
            'content.code-execution-accepted',
            'content.response-mime-type-json-accepted',
            'content.safety-threshold-block-only-high-accepted',
            'content.system-instruction-accepted',
            'content.history-accepted',
          ],
        ),
        judged(
          'Messages take text, images, tool uses and tool results; tools, a system prompt, extended thinking and streaming.',
          [
            'messages.plain-request-accepted',
            'messages.text-block-accepted',
            'messages.image-png-accepted',
            'messages.tool-loop-accepted',
            'messages.tools-accepted',
            'messages.system-accepted',
            'messages.thinking-enabled-accepted',
            'messages.stream-plain-request-accepted',
          ],
        ),
      ],
    },
    {
      title: 'Rules',
      rows: [
        judged('1. Audio, video and PDF come as inline base64 data.', [
          'content.media-wav-accepted',
          'content.media-mp4-accepted',
          'content.media-pdf-accepted',
          'content.inline-data-base64-refused',
        ]),
        excluded(
          '1. Files by reference (`file_data.file_uri`) and uploading files apart are not supported.',
          'What a target does with a reference to a file is not specified.',
          'C4',
        ),
        judged('2. Messages keep no state: each request carries its whole conversation.', [
          'messages.assistant-turn-accepted',
          'messages.replies-do-not-mix',
        ]),
      ],
    },
  ],
} as const satisfies Section
