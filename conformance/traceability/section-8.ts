import { excluded, judged, type Section } from './row.ts'

export default {
  number: '8',
  title: 'Limits',
  parts: [
    {
      title: 'Images',
      rows: [
        judged('Prompt to create: 1000 characters for `image-model-1`, 4000 for `image-model-2`.', [
          'images.generate-prompt-1000-accepted',
          'images.generate-prompt-beyond-refused',
          'images.generate-model-2-prompt-4000-accepted',
          'images.generate-model-2-prompt-beyond-refused',
        ]),
        judged('Prompt to edit: 1000 characters for `image-model-1`, 32000 for `image-model-multi`.', [
          'images.edit-prompt-1000-accepted',
          'images.edit-prompt-beyond-refused',
          'images.edit-model-multi-prompt-32000-accepted',
          'images.edit-model-multi-prompt-beyond-refused',
        ]),
        judged('`n` to create: 1 to 10, for `image-model-2` only 1.', [
          'images.generate-n-below-refused',
          'images.generate-n-10-accepted',
          'images.generate-n-beyond-refused',
          'images.generate-model-2-n-refused',
        ]),
        judged('Image to edit or vary with `image-model-1`: a PNG, square.', [
          'images.edit-image-not-png-refused',
          'images.edit-image-not-square-refused',
          'images.variation-image-not-png-refused',
          'images.variation-image-not-square-refused',
        ]),
        judged(
          'Image to edit or vary with `image-model-1`: below 4 MB.',
          [
            'images.edit-image-4-mb-accepted',
            'images.edit-image-beyond-refused',
            'images.variation-image-4-mb-accepted',
            'images.variation-image-beyond-refused',
          ],
          'Sizes between 10^6 and 2^20 bytes per MB are unspecified (G7).',
        ),
        judged('Image to edit with `image-model-multi`: PNG, WEBP or JPG, below 25 MB each.', [
          'images.edit-image-webp-accepted',
          'images.edit-image-jpeg-accepted',
          'images.edit-image-kind-refused',
          'images.edit-model-multi-image-25-mb-accepted',
          'images.edit-model-multi-image-beyond-refused',
        ]),
        judged('Mask: a PNG below 4 MB, as large as the image.', [
          'images.edit-mask-kind-refused',
          'images.edit-mask-4-mb-accepted',
          'images.edit-mask-beyond-refused',
          'images.edit-mask-size-refused',
        ]),
        judged(
          'Lifetime of a returned URL: 60 minutes.',
          ['images.url-answers'],
          'Nothing is fetched from origins that the user has not allowed, or after the hour (I10, I11).',
        ),
      ],
    },
    {
      title: 'Content generation and messages',
      rows: [
        judged('`stopSequences`: up to 5.', [
          'content.stop-sequences-five-accepted',
          'content.stop-sequences-six-refused',
        ]),
        judged('`temperature` of content generation: 0 to 2.', [
          'content.temperature-zero-accepted',
          'content.temperature-two-accepted',
          'content.temperature-below-refused',
          'content.temperature-beyond-refused',
        ]),
        judged('`model` of messages: 1 to 256 characters.', [
          'messages.model-empty-refused',
          'messages.model-too-long-refused',
        ]),
        judged('`metadata.user_id`: up to 256 characters.', [
          'messages.user-id-of-256-accepted',
          'messages.user-id-too-long-refused',
        ]),
        judged('Name of a custom tool: 1 to 64 characters.', [
          'messages.tool-name-of-1-accepted',
          'messages.tool-name-of-64-accepted',
          'messages.tool-name-empty-refused',
          'messages.tool-name-too-long-refused',
        ]),
        judged('Budget of thinking: at least 1024 and below `max_tokens`.', [
          'messages.thinking-budget-below-refused',
          'messages.thinking-budget-over-refused',
        ]),
        judged('Text block of a reply: 1 to 5000000 characters.', [
          'messages.reply-text-not-empty',
          'messages.reply-text-within-limit',
        ]),
      ],
    },
    {
      title: 'Not shown',
      rows: [
        excluded(
          'Rate limits, quotas, the limits of models on `max_tokens`.',
          'The specification does not decide them.',
          'M6',
        ),
        excluded('The size of a body from which 413 is given.', 'The specification does not decide it.', 'G7'),
      ],
    },
  ],
} as const satisfies Section
