import { caught } from './defect.ts'

/** Defects of images and of token usage. */
export default [
  caught(45, '`response_format` is ignored.', ['OmniRoute PR#9932', 'agent-os PR#2448', 'chatgpt2api PR#10'], {
    faults: ['images-url-for-base64', 'images-base64-for-url'],
    requirements: ['images.b64-json-given-when-asked', 'images.url-given-when-asked'],
  }),
  caught(46, 'The URL of an image is relative.', ['MODSetter/SurfSense#1496'], {
    faults: ['images-relative-url'],
    requirements: ['images.url-absolute'],
  }),
  caught(47, '`image[]` is rejected.', ['chatgpt2api PR#18'], {
    faults: ['refuse:images.edit-several-images-accepted'],
    requirements: ['images.edit-several-images-accepted'],
  }),
  caught(48, 'Variations are not implemented: 501 or 404.', ['new-api (its source)', 'aimock (observed)'], {
    faults: ['images-variation-501', 'refuse:images.variation-plain-request-accepted'],
    requirements: ['images.variation-plain-request-accepted'],
  }),
  caught(
    50,
    'A failed look-up of a token is 200 with `{success: false}`, or has an `{error}` body, or is a redirect.',
    ['new-api (its source)'],
    {
      faults: ['usage-error-wrapped'],
      requirements: ['usage.error-success', 'usage.error-message'],
      excuse: 'For an unknown token 200 is permitted (T1), and so is a redirect on the same origin (G14).',
    },
  ),
  caught(56, '`model_limits` maps to numbers instead of booleans.', ['new-api (an old page of its documentation)'], {
    faults: ['usage-limits-numbers'],
    requirements: ['usage.reply-model-limits-values'],
  }),
] as const
