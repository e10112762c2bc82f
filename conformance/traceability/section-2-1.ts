import { excluded, judged, type Section } from './row.ts'

export default {
  number: '2.1',
  title: 'Image create request',
  parts: [
    {
      title: 'The body and its fields',
      rows: [
        judged('The body is a JSON object.', [
          'images.generate-plain-request-accepted',
          'images.generate-body-type-refused',
        ]),
        judged('The listed fields may be combined.', ['images.generate-combinations-accepted']),
        judged('`prompt` is a required string.', [
          'images.generate-plain-request-accepted',
          'images.generate-prompt-missing-refused',
          'images.generate-prompt-type-refused',
        ]),
        judged('`prompt`: at most 1000 characters for `image-model-1`.', [
          'images.generate-prompt-1000-accepted',
          'images.generate-prompt-beyond-refused',
        ]),
        judged('`prompt`: at most 4000 characters for `image-model-2`.', [
          'images.generate-model-2-prompt-4000-accepted',
          'images.generate-model-2-prompt-beyond-refused',
        ]),
        judged('`model` is an optional string that names the model.', [
          'images.generate-model-1-accepted',
          'images.generate-model-2-accepted',
          'images.generate-model-type-refused',
          'images.generate-model-unknown-refused',
          'images.generate-model-multi-refused',
        ]),
        judged(
          '`model` is `image-model-1` by default.',
          ['images.generate-plain-request-accepted', 'images.generate-prompt-beyond-refused'],
          'Which model created an image cannot be observed; that the limits of the default model apply is tested.',
        ),
        judged('`n` is an optional integer or null.', [
          'images.generate-n-accepted',
          'images.generate-n-null-accepted',
          'images.generate-n-type-refused',
        ]),
        judged('`n` is 1 by default.', ['images.count-as-asked']),
        judged('`n` is 1 to 10.', [
          'images.generate-n-10-accepted',
          'images.generate-n-below-refused',
          'images.generate-n-beyond-refused',
          'images.count-as-asked',
        ]),
        judged('`n` can only be 1 with `image-model-2`.', ['images.generate-model-2-n-refused']),
        judged('`quality` is an optional string: `standard` or `hd`.', [
          'images.generate-quality-standard-accepted',
          'images.generate-quality-hd-accepted',
          'images.generate-quality-type-refused',
          'images.generate-quality-unlisted-refused',
        ]),
        excluded('`quality` is `standard` by default.', 'How an image was created cannot be observed.', 'G13'),
        excluded('`hd` gives more detail and consistency.', 'The content of images is not judged.', 'G13'),
        judged(
          'Only `image-model-2` has `quality`.',
          ['images.generate-quality-of-model-2-refused'],
          'The default `standard`, sent explicitly for `image-model-1`, is unspecified (I4).',
        ),
        judged('`response_format` is an optional string or null: `url` or `b64_json`.', [
          'images.generate-response-format-url-accepted',
          'images.generate-response-format-b64-json-accepted',
          'images.generate-response-format-null-accepted',
          'images.generate-response-format-type-refused',
          'images.generate-response-format-unlisted-refused',
        ]),
        judged('`response_format` is `url` by default.', ['images.url-given-by-default']),
        judged(
          'A returned URL can be fetched for 60 minutes.',
          ['images.url-answers'],
          'Nothing is fetched from origins that the user has not allowed, or after the hour (I10, I11).',
        ),
        judged('`size` is an optional string or null.', [
          'images.generate-size-null-accepted',
          'images.generate-size-type-refused',
          'images.generate-size-unlisted-refused',
        ]),
        judged('`size` is `1024x1024` by default.', ['images.pixels-as-asked']),
        judged('`size` for `image-model-1`: `256x256`, `512x512` or `1024x1024`.', [
          'images.generate-size-256x256-accepted',
          'images.generate-size-512x512-accepted',
          'images.generate-size-1024x1024-accepted',
          'images.generate-size-of-model-2-refused',
          'images.pixels-as-asked',
        ]),
        judged('`size` for `image-model-2`: `1024x1024`, `1792x1024` or `1024x1792`.', [
          'images.generate-model-2-size-1024x1024-accepted',
          'images.generate-model-2-size-1792x1024-accepted',
          'images.generate-model-2-size-1024x1792-accepted',
          'images.generate-model-2-size-refused',
          'images.pixels-as-asked',
        ]),
        judged('`style` is an optional string or null: `vivid` or `natural`.', [
          'images.generate-style-vivid-accepted',
          'images.generate-style-natural-accepted',
          'images.generate-style-null-accepted',
          'images.generate-style-type-refused',
          'images.generate-style-unlisted-refused',
        ]),
        excluded('`style` is `vivid` by default.', 'How an image was created cannot be observed.', 'G13'),
        excluded(
          '`vivid` is more surreal and dramatic, `natural` is not.',
          'The content of images is not judged.',
          'G13',
        ),
        judged(
          'Only `image-model-2` has `style`.',
          ['images.generate-style-of-model-2-refused'],
          'The default `vivid`, sent explicitly for `image-model-1`, is unspecified (I4).',
        ),
        judged('`user` is an optional string that identifies the end user.', [
          'images.generate-user-accepted',
          'images.generate-user-type-refused',
        ]),
      ],
    },
  ],
} as const satisfies Section
