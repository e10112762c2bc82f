import { excluded, judged, type Section } from './row.ts'

export default {
  number: '2.4',
  title: 'Image response',
  parts: [
    {
      title: 'The envelope',
      rows: [
        judged('All three image endpoints answer with one object.', ['images.reply-object']),
        judged('`created` is an integer.', ['images.reply-created']),
        judged(
          '`created` is the time of the answer.',
          ['images.created-in-seconds'],
          'Its unit and accuracy are left open: only noted (I12).',
        ),
        judged('`data` is an array of image objects.', ['images.reply-data', 'images.reply-image-object']),
        judged('`data` holds the images that were made.', ['images.count-as-asked']),
        judged('`usage` is an object.', ['images.reply-usage']),
        judged('`usage` is there only for `image-model-multi`.', [
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
          '`url` leads to the image.',
          ['images.url-absolute'],
          'That it can be fetched is not judged here (I11).',
        ),
        judged('`url` is there when `response_format` is `url`.', [
          'images.url-given-when-asked',
          'images.other-carrier-absent',
        ]),
        judged('`b64_json` is a string.', ['images.reply-b64-json']),
        judged('`b64_json` is there when `response_format` is `b64_json`.', [
          'images.b64-json-given-when-asked',
          'images.other-carrier-absent',
        ]),
        judged('`b64_json` is the base64 of an image.', [
          'images.b64-json-valid-base64',
          'images.b64-json-is-an-image',
          'images.pixels-as-asked',
        ]),
        judged('`revised_prompt` is a string.', ['images.reply-revised-prompt']),
        excluded(
          '`revised_prompt` is there when the prompt was modified.',
          'Whether a prompt was modified cannot be seen from outside.',
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
        judged('They count the tokens of the request and of the answer.', ['images.edit-usage-adds-up']),
      ],
    },
  ],
} as const satisfies Section
