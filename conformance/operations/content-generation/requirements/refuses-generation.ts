import { refused } from './refused.ts'

const limit = { section: '8' }
const logprobs = { capability: 'logprobs' } as const
const thinking = { capability: 'thinking' } as const
const speech = { capability: 'speech' } as const

/** Broken rules of `generationConfig` and response schemas that a target refuses. */
export default [
  refused('content.generation-config-type-refused', 'a `generationConfig` that is not an object'),
  refused('content.stop-sequences-six-refused', 'six `stopSequences`', limit),
  refused('content.stop-sequences-type-refused', '`stopSequences` that are not a list of strings'),
  refused('content.temperature-beyond-refused', 'a `temperature` above 2', limit),
  refused('content.temperature-below-refused', 'a `temperature` below 0', limit),
  refused('content.temperature-type-refused', 'a `temperature` that is not a number'),
  refused('content.candidate-count-type-refused', 'a `candidateCount` that is not an integer'),
  refused('content.max-output-tokens-type-refused', '`maxOutputTokens` that is not an integer'),
  refused('content.top-p-type-refused', 'a `topP` that is not a number'),
  refused('content.top-k-type-refused', 'a `topK` that is not an integer'),
  refused('content.seed-type-refused', 'a `seed` that is not an integer'),
  refused('content.presence-penalty-type-refused', 'a `presencePenalty` that is not a number'),
  refused('content.frequency-penalty-type-refused', 'a `frequencyPenalty` that is not a number'),
  refused('content.response-logprobs-type-refused', '`responseLogprobs` that is not a boolean', logprobs),
  refused('content.logprobs-type-refused', '`logprobs` that is not an integer', logprobs),
  refused('content.enhanced-civic-answers-type-refused', '`enableEnhancedCivicAnswers` that is not a boolean'),
  refused('content.thinking-config-type-refused', 'a `thinkingConfig` with a member of the wrong type', thinking),
  refused('content.speech-config-type-refused', 'a `speechConfig` with a member of the wrong type', speech),
  refused('content.language-code-unsupported-refused', 'a `languageCode` that is not supported', {
    ...speech,
    level: 'implied',
    reading: 'C4',
  }),
  refused('content.media-resolution-unknown-refused', 'a media resolution that is not listed'),
  refused('content.media-resolution-type-refused', 'a media resolution that is not a string'),
  refused('content.response-modality-unknown-refused', 'a response modality that is not listed'),
  refused('content.response-modalities-type-refused', '`responseModalities` that are not a list of strings'),
  refused('content.response-mime-type-unknown-refused', 'a response mime type that is not listed'),
  refused('content.response-mime-type-type-refused', 'a response mime type that is not a string'),
  refused('content.response-schema-type-refused', 'a schema that is not an object'),
  refused('content.schema-type-missing-refused', 'a schema without `type`'),
  refused('content.schema-type-unknown-refused', 'a schema type that is not listed'),
  refused('content.schema-member-type-refused', 'a schema with a member of the wrong type'),
] as const
