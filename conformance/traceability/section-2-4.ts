import { excluded, judged, type Section } from './row.ts'

export default {
  number: '2.4',
  title: 'Image response',
  parts: [
    {
      title: 'The envelope',
      rows: [
        judged('All three image endpoints return the same object.', ['images.reply-object']),
        judged('`created` is an integer.', ['images.reply-created']),
        judged(
          '`created` is the time of the response.',
          ['images.created-in-seconds'],
          'Its unit and accuracy are unspecified and only reported as information (I12).',
        ),
        judged('`data` is an array of image objects.', ['images.reply-data', 'images.reply-image-object']),
        judged('`data` contains the created images.', ['images.count-as-asked']),
        judged('`usage` is an object.', ['images.reply-usage']),
        judged('`usage` is present only for `image-model-multi`.', [
          'images.generate-usage-absent',
          'images.variation-usage-absent',
          'images.edit-model-1-usage-absent',
        ]),
      ],
    },
    {
      title: 'Image object',
      rows: [
        judged('`url` is a string.', ['images.reply-url']),
        judged(
          '`url` is the address of the image.',
          [
            'images.url-absolute',
            'images.url-is-an-image',
            'images.url-pixels-as-asked',
            'images.url-format',
            'images.url-origins-fetched',
          ],
          'Formats that cannot be decoded, and origins that were not allowed, are only reported as information (I10, I11).',
        ),
        judged('`url` is present if `response_format` is `url`.', [
          'images.url-given-when-asked',
          'images.other-carrier-absent',
        ]),
        judged('`b64_json` is a string.', ['images.reply-b64-json']),
        judged('`b64_json` is present if `response_format` is `b64_json`.', [
          'images.b64-json-given-when-asked',
          'images.other-carrier-absent',
        ]),
        judged('`b64_json` is the base64 of an image.', [
          'images.b64-json-valid-base64',
          'images.b64-json-standard-base64',
          'images.b64-json-is-an-image',
          'images.b64-json-format',
          'images.pixels-as-asked',
        ]),
        judged('`revised_prompt` is a string.', ['images.reply-revised-prompt']),
        excluded(
          '`revised_prompt` is present if the prompt was modified.',
          'Whether a prompt was modified cannot be observed.',
          'G13',
        ),
      ],
    },
    {
      title: 'usage',
      rows: [
        judged('`total_tokens`, `input_tokens` and `output_tokens` are integers.', ['images.reply-usage-members']),
        judged('`input_tokens_details` is an object of the integers `text_tokens` and `image_tokens`.', [
          'images.reply-usage-members',
        ]),
        judged('`usage` has all of them.', ['images.reply-usage-complete']),
        judged('They count the tokens of the request and of the response.', [
          'images.edit-usage-adds-up',
          'images.usage-not-negative',
        ]),
      ],
    },
  ],
} as const satisfies Section
