/**
 * The features that a request must use so that its response shows a requirement, as acceptance requirements. A
 * requirement that is not listed is shown by responses to plain requests too, or depends on the response alone. Features
 * of other operations than the one that is judged do not count.
 */
export const shownWith: Readonly<Record<string, readonly string[]>> = {
  'messages.tool-choice-any-obeyed': ['messages.tool-choice-any-accepted'],
  'messages.tool-choice-any-single-obeyed': [
    'messages.tool-choice-any-accepted',
    'messages.tool-choice-any-single-accepted',
  ],
  'messages.tool-choice-auto-single-obeyed': [
    'messages.tool-choice-auto-accepted',
    'messages.tool-choice-auto-single-accepted',
  ],
  'messages.tool-choice-tool-obeyed': ['messages.tool-choice-tool-accepted'],
  'messages.tool-choice-tool-single-obeyed': [
    'messages.tool-choice-tool-accepted',
    'messages.tool-choice-tool-single-accepted',
  ],
  'messages.tool-use-ids-distinct': ['messages.tools-accepted', 'messages.several-tools-accepted'],
  'messages.tool-use-input-fits': ['messages.tools-accepted'],
  'messages.stop-sequence-asked-for': ['messages.stop-sequences-accepted'],
  'content.reply-function-call': ['content.function-declarations-accepted'],
  'content.called-function-allowed': ['content.function-declarations-accepted'],
  'content.call-args-fit-parameters': [
    'content.function-declarations-accepted',
    'content.function-parameters-accepted',
  ],
  'content.mode-any-calls-a-function': ['content.function-declarations-accepted', 'content.mode-any-accepted'],
  'content.mode-none-calls-nothing': ['content.function-declarations-accepted', 'content.mode-none-accepted'],
  'content.stream-mode-any-calls-a-function': ['content.function-declarations-accepted', 'content.mode-any-accepted'],
  'content.stream-mode-none-calls-nothing': ['content.function-declarations-accepted', 'content.mode-none-accepted'],
  'content.json-mode-parses': ['content.response-mime-type-json-accepted'],
  'content.json-mode-cut-begins-json': ['content.response-mime-type-json-accepted'],
  'content.json-mode-fits-schema': ['content.response-mime-type-json-accepted'],
  'content.stream-json-mode-parses': ['content.response-mime-type-json-accepted'],
  'content.enum-mode-member': ['content.response-mime-type-enum-accepted', 'content.schema-enum-accepted'],
  'content.reply-executable-code': ['content.code-execution-accepted'],
  'content.reply-code-execution-result': ['content.code-execution-accepted'],
  'content.code-before-result': ['content.code-execution-accepted'],
  'content.stream-code-before-result': ['content.code-execution-accepted'],
  'content.candidate-indexes-distinct': ['content.candidate-count-two-accepted'],
  'content.max-output-tokens-kept': ['content.max-output-tokens-accepted'],
  'content.thinking-budget-kept': ['content.thinking-budget-accepted'],
  'content.reply-avg-logprobs': ['content.response-logprobs-accepted'],
  'content.reply-logprobs-result': ['content.response-logprobs-accepted'],
  'content.log-probabilities-not-positive': ['content.response-logprobs-accepted'],
  'content.chosen-candidates-length': ['content.response-logprobs-accepted'],
  'content.top-candidates-descending': ['content.response-logprobs-accepted', 'content.logprobs-accepted'],
  'content.top-candidates-as-asked': ['content.response-logprobs-accepted', 'content.logprobs-accepted'],
  ...ofPictures('b64-json', [
    'images.reply-b64-json',
    'images.b64-json-given-when-asked',
    'images.b64-json-valid-base64',
    'images.b64-json-standard-base64',
    'images.b64-json-is-an-image',
    'images.b64-json-format',
    'images.pixels-as-asked',
  ]),
  ...ofPictures('url', ['images.url-given-when-asked']),
  'images.edit-usage-given': ['images.edit-model-multi-accepted'],
  'images.edit-usage-adds-up': ['images.edit-model-multi-accepted'],
}

/** Returns the entries of requirements on pictures in one response format, which each operation has as its own feature. */
function ofPictures(format: 'b64-json' | 'url', requirements: readonly string[]): Record<string, readonly string[]> {
  const features = ['generate', 'edit', 'variation'].map((name) => `images.${name}-response-format-${format}-accepted`)
  return Object.fromEntries(requirements.map((id) => [id, features]))
}
