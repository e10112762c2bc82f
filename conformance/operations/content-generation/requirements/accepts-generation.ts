import { accepted } from './accepted.ts'

const logprobs = { capability: 'logprobs' } as const
const thinking = { capability: 'thinking' } as const

/** Members of `generationConfig` that a target accepts, with the end points of their ranges. */
export default [
  accepted('content.generation-config-empty-accepted', 'an empty `generationConfig`', { reading: 'C2' }),
  accepted('content.stop-sequences-accepted', '`stopSequences`'),
  accepted('content.stop-sequences-five-accepted', 'five `stopSequences`'),
  accepted('content.candidate-count-one-accepted', 'a `candidateCount` of 1'),
  accepted('content.candidate-count-two-accepted', 'a `candidateCount` of 2'),
  accepted('content.max-output-tokens-accepted', '`maxOutputTokens`'),
  accepted('content.temperature-accepted', 'a `temperature` between 0 and 2'),
  accepted('content.temperature-zero-accepted', 'a `temperature` of 0'),
  accepted('content.temperature-two-accepted', 'a `temperature` of 2'),
  accepted('content.top-p-accepted', '`topP`'),
  accepted('content.top-k-accepted', '`topK`'),
  accepted('content.seed-accepted', 'a `seed`'),
  accepted('content.presence-penalty-accepted', 'a `presencePenalty`'),
  accepted('content.frequency-penalty-accepted', 'a `frequencyPenalty`'),
  accepted('content.response-logprobs-accepted', '`responseLogprobs`', logprobs),
  accepted('content.logprobs-accepted', '`logprobs`', {
    ...logprobs,
    dependsOn: ['content.response-logprobs-accepted'],
  }),
  accepted('content.enhanced-civic-answers-accepted', '`enableEnhancedCivicAnswers`'),
  accepted('content.include-thoughts-accepted', '`includeThoughts`', thinking),
  accepted('content.thinking-budget-accepted', 'a `thinkingBudget`', thinking),
  accepted('content.media-resolution-low-accepted', 'the media resolution `MEDIA_RESOLUTION_LOW`'),
  accepted('content.media-resolution-medium-accepted', 'the media resolution `MEDIA_RESOLUTION_MEDIUM`'),
  accepted('content.media-resolution-high-accepted', 'the media resolution `MEDIA_RESOLUTION_HIGH`'),
  accepted('content.response-modalities-accepted', '`responseModalities` of `TEXT`', { reading: 'C6' }),
  accepted('content.response-mime-type-text-accepted', 'the response mime type `text/plain`'),
  accepted('content.response-mime-type-json-accepted', 'the response mime type `application/json`'),
  accepted('content.response-mime-type-enum-accepted', 'the response mime type `text/x.enum`', {
    dependsOn: ['content.response-schema-string-accepted', 'content.schema-enum-accepted'],
  }),
] as const
