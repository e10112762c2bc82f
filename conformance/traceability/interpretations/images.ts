/** Interpretations of the image endpoints. */
export default {
  I1: 'That an image request which violates a rule is rejected is implied. The status and body of the rejection are only reported as information.',
  I2: 'That an image request with a missing or wrong credential is rejected is implied. The status 401 is only reported as information.',
  I3: 'Null in a create request, for a field that may be null, means the same as no field. Null elsewhere, and empty parts of forms, are unspecified.',
  I4: 'Features that only `image-model-2` has are rejected for the smaller model: implied. Sending their default values explicitly is unspecified. Models that cannot create images, and unknown models, are rejected: implied.',
  I5: 'Every edit for `image-model-multi` names this model and has a quality that only it supports. Naming it without such a parameter, and such a parameter without the name, are unspecified.',
  I6: 'An edit with an explicit `quality` `auto` (the default) is unspecified, and so is the image size of an edit without `size`.',
  I7: 'The bytes of a file decide its type, not the declared type. An image has certainly no transparency only if it has no alpha channel; an opaque or partial alpha channel is unspecified.',
  I8: 'Variations follow the rules for `image-model-1`; other models are unspecified there.',
  I9: 'An image object has the requested one of `url` and `b64_json`; without `response_format` it has `url` (implied for variations). Valid base64 is stated; padding, the standard alphabet and a single line are implied. That the other one is absent is implied.',
  I10: 'The number of images, their size, an absolute URL, and that the content is an image are implied.',
  I11: 'The target chooses the URLs in its responses, so only http and https URLs on its own origin, or on origins that the user allows, are fetched.',
  I12: '`usage` occurs only in edits by `image-model-multi`. The types of its members are stated; their presence, their sums and that none is negative are implied. The unit of `created` is only reported as information.',
} as const
