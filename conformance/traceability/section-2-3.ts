import { excluded, judged, type Section } from './row.ts'

export default {
  number: '2.3',
  title: 'Image variation request',
  parts: [
    {
      title: 'The form and its fields',
      rows: [
        judged('The body is a multipart form; the listed fields may be combined.', [
          'images.variation-plain-request-accepted',
          'images.variation-combinations-accepted',
        ]),
        judged('`image` is a required file.', [
          'images.variation-plain-request-accepted',
          'images.variation-image-missing-refused',
        ]),
        judged('`image` is a valid PNG.', [
          'images.variation-image-kind-refused',
          'images.variation-image-damaged-refused',
          'images.variation-image-not-png-refused',
        ]),
        judged('`image` is smaller than 4 MB.', [
          'images.variation-image-4-mb-accepted',
          'images.variation-image-beyond-refused',
        ]),
        judged('`image` is square.', ['images.variation-image-not-square-refused']),
        judged('`n` is as in 2.1: optional, 1 to 10, 1 by default.', [
          'images.variation-n-accepted',
          'images.variation-n-10-accepted',
          'images.variation-n-type-refused',
          'images.variation-n-below-refused',
          'images.variation-n-beyond-refused',
          'images.count-as-asked',
        ]),
        judged('`size` is as in 2.1: optional, one of the sizes of the model, `1024x1024` by default.', [
          'images.variation-size-256x256-accepted',
          'images.variation-size-512x512-accepted',
          'images.variation-size-1024x1024-accepted',
          'images.variation-size-unlisted-refused',
          'images.variation-size-of-model-2-refused',
          'images.pixels-as-asked',
        ]),
        judged('`response_format` is as in 2.1: optional, `url` or `b64_json`, `url` by default.', [
          'images.variation-response-format-url-accepted',
          'images.variation-response-format-b64-json-accepted',
          'images.variation-response-format-unlisted-refused',
          'images.variation-url-given-by-default',
        ]),
        judged('`user` is as in 2.1: optional.', ['images.variation-user-accepted']),
        judged(
          '`model` is as in 2.1: optional.',
          ['images.variation-model-1-accepted'],
          'Which models other than `image-model-1` make variations is unspecified (I8).',
        ),
        excluded('Fields of 2.1 may be null.', 'A form cannot contain null; the text `null` is unspecified.', 'I3'),
      ],
    },
  ],
} as const satisfies Section
