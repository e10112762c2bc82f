/** Interpretations of content generation. */
export default {
  C1: 'Eight names are accepted in snake_case as well as camelCase. Other names in snake_case, and both spellings in one request, are unspecified. Responses use camelCase: implied.',
  C2: 'A single Content is accepted instead of the list of contents. A single part instead of the list of parts, and enum values in lower case, are unspecified. Empty settings, and a role on the system instruction, are valid.',
  C3: 'A request that violates a rule gets 400, the error body and `INVALID_ARGUMENT`; if members contradict each other, `FAILED_PRECONDITION` is also permitted. Details may be absent.',
  C4: 'That unsupported languages, system instructions other than text, and unlisted media types are rejected is implied. Files by reference are unspecified.',
  C5: 'A missing or wrong key gets 401, an unknown model 404, each with the listed word. Exhausted quota may be 403 or 429.',
  C6: 'Each listed enum member is accepted (implied for harm categories); members named unspecified are not tested. Speech and modalities other than text need a model and a voice, which the specification does not name.',
  C7: 'Media of a listed format are accepted under a common name of their type: implied. Base64 without padding or in the URL alphabet, and bytes that do not match the type, are unspecified.',
  C8: 'The modes of function calling are obeyed, unless the answer is cut. Descending probabilities, scores in range, and code before its result are stated. Allowed names, matching arguments, the numbers of candidates and tokens, and JSON that matches its schema are implied.',
  C9: 'A response may spell an outcome with or without its prefix.',
  C10: 'A stream consists of server-sent events, at least one: stated. That each is part of a response is implied. The position of the finish reason is only reported as information.',
  C11: 'Token counts are integers and not negative. Whether they add up is only reported as information.',
} as const
