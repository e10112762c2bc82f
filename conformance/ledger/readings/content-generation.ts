/** Readings of content generation. */
export default {
  C1: 'Eight words are accepted in snake_case beside camelCase; others, and both spellings at once, are open. Replies are in camelCase: implied.',
  C2: 'One Content may stand for the list of contents. One part for the list of parts, and words in lower case, are open. Empty settings and a role on the system instruction are valid.',
  C3: 'A broken rule gives 400, the error body and `INVALID_ARGUMENT`; where members contradict each other `FAILED_PRECONDITION` will do. Details may be absent.',
  C4: 'That unsupported languages, system instructions that are no text and unlisted media types are refused is implied. Files by reference are open.',
  C5: 'A missing or wrong key gives 401, an unknown model 404, each with its word. Exhausted quota may be 403 or 429.',
  C6: 'Each listed member of an enum is accepted; harm categories by implication, members called unspecified are open. Speech and other modalities than text need a model and a voice that nobody has named.',
  C7: 'Media of a listed format are accepted under one common name of their type: implied. Base64 without padding or for URLs, and bytes unlike their type, are open.',
  C8: 'The modes of function calling are obeyed, unless the answer is cut; descending probabilities, scores in range and code before its result are stated. Allowed names, fitting arguments, numbers of candidates and tokens, and JSON that fits are implied.',
  C9: 'A reply may write an outcome with or without its prefix.',
  C10: 'A stream is server-sent events, at least one: stated. That each is a part of a response: implied. Where its reason to finish stands is only noted.',
  C11: 'Counts of tokens are integers and not negative. Whether they add up is only noted.',
} as const
