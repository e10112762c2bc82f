import { excluded, judged, type Section } from './row.ts'

export default {
  number: '2.2',
  title: 'Image edit request',
  parts: [
    {
      title: 'The form',
      rows: [
        judged('The body is a multipart form; the listed fields may be combined.', [
          'images.edit-plain-request-accepted',
          'images.edit-combinations-accepted',
        ]),
        excluded(
          'Fields of a form that are not files have the type string.',
          'Every text part of a form is a string: no request can violate this.',
        ),
      ],
    },
    {
      title: 'image',
      rows: [
        judged('`image` is required: a file, or several as `image[]`.', [
          'images.edit-plain-request-accepted',
          'images.edit-several-images-accepted',
          'images.edit-image-missing-refused',
        ]),
        judged('For `image-model-1`, `image` is one file.', ['images.edit-model-1-two-images-refused']),
        judged('For `image-model-1`, it is a valid PNG.', [
          'images.edit-image-damaged-refused',
          'images.edit-image-not-png-refused',
          'images.edit-image-kind-refused',
        ]),
        judged('For `image-model-1`, it is smaller than 4 MB.', [
          'images.edit-image-4-mb-accepted',
          'images.edit-image-beyond-refused',
        ]),
        judged('For `image-model-1`, it is square.', ['images.edit-image-not-square-refused']),
        judged(
          'Without a mask it has transparent parts, which are the mask.',
          ['images.edit-image-without-transparency-refused', 'images.edit-masked-image-without-transparency-accepted'],
          'Images whose alpha channel is opaque or partial are unspecified (I7).',
        ),
        judged('For `image-model-multi`, there may be several images.', ['images.edit-several-images-accepted']),
        judged('For `image-model-multi`, each is a PNG, a WEBP or a JPG.', [
          'images.edit-model-multi-accepted',
          'images.edit-image-webp-accepted',
          'images.edit-image-jpeg-accepted',
          'images.edit-image-kind-refused',
        ]),
        judged('For `image-model-multi`, each is smaller than 25 MB.', [
          'images.edit-model-multi-image-25-mb-accepted',
          'images.edit-model-multi-image-beyond-refused',
        ]),
      ],
    },
    {
      title: 'prompt and mask',
      rows: [
        judged('`prompt` is required.', ['images.edit-prompt-missing-refused']),
        judged('`prompt`: at most 1000 characters for `image-model-1`.', [
          'images.edit-prompt-1000-accepted',
          'images.edit-prompt-beyond-refused',
        ]),
        judged('`prompt`: at most 32000 characters for `image-model-multi`.', [
          'images.edit-model-multi-prompt-32000-accepted',
          'images.edit-model-multi-prompt-beyond-refused',
        ]),
        judged('`mask` is an optional file.', ['images.edit-mask-accepted']),
        judged('`mask` is a valid PNG.', ['images.edit-mask-kind-refused', 'images.edit-mask-damaged-refused']),
        judged('`mask` is smaller than 4 MB.', ['images.edit-mask-4-mb-accepted', 'images.edit-mask-beyond-refused']),
        judged('`mask` is as large as the image.', ['images.edit-mask-accepted', 'images.edit-mask-size-refused']),
        excluded(
          'The parts of the mask whose alpha is zero are edited.',
          'The content of images is not judged.',
          'G13',
        ),
        judged(
          'With several images the mask is for the first.',
          ['images.edit-mask-size-refused'],
          'That the first is edited is not judged, like all content of images (G13).',
        ),
      ],
    },
    {
      title: 'model',
      rows: [
        judged('`model` is optional: `image-model-1` or `image-model-multi`.', [
          'images.edit-model-1-accepted',
          'images.edit-model-multi-accepted',
          'images.edit-model-2-refused',
          'images.edit-model-unknown-refused',
        ]),
        judged('`model` is `image-model-1` by default.', [
          'images.edit-plain-request-accepted',
          'images.edit-model-1-usage-absent',
        ]),
        judged(
          'A request without a parameter of `image-model-multi` alone is handled as `image-model-1`.',
          ['images.edit-model-1-usage-absent'],
          'Whether that holds if `image-model-multi` is named is unspecified; every such request has a quality of that model (I5).',
        ),
      ],
    },
    {
      title: 'quality, size and the rest',
      rows: [
        judged('`quality` is optional; for `image-model-multi` it is `high`, `medium` or `low`.', [
          'images.edit-model-multi-accepted',
          'images.edit-quality-medium-accepted',
          'images.edit-quality-high-accepted',
          'images.edit-quality-unlisted-refused',
        ]),
        judged('`quality` for `image-model-1` is only `standard`.', [
          'images.edit-quality-standard-accepted',
          'images.edit-model-1-quality-refused',
        ]),
        excluded(
          '`quality` is `auto` by default.',
          'Neither model lists `auto`, so sending it explicitly is unspecified; without it, how an image was created cannot be observed.',
          'I6',
        ),
        excluded(
          '`quality` and `size` may be null.',
          'A form cannot contain null; the text `null` is unspecified.',
          'I3',
        ),
        judged('`size` is optional; for `image-model-multi` it is `1024x1024`, `1536x1024`, `1024x1536` or `auto`.', [
          'images.edit-model-multi-size-1024x1024-accepted',
          'images.edit-model-multi-size-1536x1024-accepted',
          'images.edit-model-multi-size-1024x1536-accepted',
          'images.edit-model-multi-size-auto-accepted',
          'images.edit-model-multi-size-refused',
          'images.pixels-as-asked',
        ]),
        judged('`size` for `image-model-1` is `256x256`, `512x512` or `1024x1024`.', [
          'images.edit-size-256x256-accepted',
          'images.edit-size-512x512-accepted',
          'images.edit-size-1024x1024-accepted',
          'images.edit-model-1-size-refused',
          'images.edit-size-unlisted-refused',
          'images.pixels-as-asked',
        ]),
        excluded(
          '`size` is `1024x1024` by default, for `image-model-multi` also `auto`.',
          'Two defaults are given; without `size` every image size is permitted.',
          'I6',
        ),
        judged('`n` is as in 2.1: optional, 1 to 10, 1 by default.', [
          'images.edit-n-accepted',
          'images.edit-n-10-accepted',
          'images.edit-n-type-refused',
          'images.edit-n-below-refused',
          'images.edit-n-beyond-refused',
          'images.count-as-asked',
        ]),
        judged('`response_format` is as in 2.1: optional, `url` or `b64_json`, `url` by default.', [
          'images.edit-response-format-url-accepted',
          'images.edit-response-format-b64-json-accepted',
          'images.edit-response-format-unlisted-refused',
          'images.url-given-by-default',
        ]),
        judged('`user` is as in 2.1: optional.', ['images.edit-user-accepted']),
      ],
    },
  ],
} as const satisfies Section
