import { excluded, judged, type Part } from '../row.ts'

export default {
  title: 'GenerationConfig: how the answer is made',
  rows: [
    judged('`generationConfig` is an optional object, and each of its fields is optional.', [
      'content.generation-config-empty-accepted',
      'content.generation-config-type-refused',
    ]),
    judged(
      '`stopSequences` is an array of at most 5 strings.',
      [
        'content.stop-sequences-accepted',
        'content.stop-sequences-five-accepted',
        'content.stop-sequences-six-refused',
        'content.stop-sequences-type-refused',
      ],
      'Whether the answer may contain the sequence that stopped it is unspecified (C8).',
    ),
    judged('`candidateCount` is an integer, the number of answers.', [
      'content.candidate-count-one-accepted',
      'content.candidate-count-two-accepted',
      'content.candidate-count-type-refused',
      'content.candidate-count',
    ]),
    judged('`maxOutputTokens` is an integer, the most tokens of a candidate.', [
      'content.max-output-tokens-accepted',
      'content.max-output-tokens-type-refused',
      'content.max-output-tokens-kept',
    ]),
    judged('`temperature` is a number from 0 to 2.', [
      'content.temperature-accepted',
      'content.temperature-zero-accepted',
      'content.temperature-two-accepted',
      'content.temperature-below-refused',
      'content.temperature-beyond-refused',
      'content.temperature-type-refused',
    ]),
    judged(
      '`topP` is a number.',
      ['content.top-p-accepted', 'content.top-p-type-refused'],
      'No range is given: extreme values are unspecified (G16).',
    ),
    judged(
      '`topK` is an integer.',
      ['content.top-k-accepted', 'content.top-k-type-refused'],
      'No range is given: extreme values are unspecified (G16).',
    ),
    judged(
      '`seed` is an integer.',
      ['content.seed-accepted', 'content.seed-type-refused'],
      'That the same seed gives the same answer is not specified.',
    ),
    judged('`presencePenalty` and `frequencyPenalty` are numbers.', [
      'content.presence-penalty-accepted',
      'content.presence-penalty-type-refused',
      'content.frequency-penalty-accepted',
      'content.frequency-penalty-type-refused',
    ]),
    judged(
      '`responseLogprobs` is a boolean that asks for log probabilities.',
      ['content.response-logprobs-accepted', 'content.response-logprobs-type-refused'],
      'Every field of 2.7 may be absent, so none is required (G4).',
    ),
    judged('`logprobs` is an integer, how many of the most probable tokens are given.', [
      'content.logprobs-accepted',
      'content.logprobs-type-refused',
    ]),
    judged('`enableEnhancedCivicAnswers` is a boolean.', [
      'content.enhanced-civic-answers-accepted',
      'content.enhanced-civic-answers-type-refused',
    ]),
    judged('`thinkingConfig` has the boolean `includeThoughts` and the integer `thinkingBudget`.', [
      'content.include-thoughts-accepted',
      'content.thinking-budget-accepted',
      'content.thinking-config-type-refused',
    ]),
    judged(
      '`thinkingBudget` is how many thought tokens are made.',
      ['content.thinking-budget-kept'],
      'Only a count above it can be observed (G13).',
    ),
    judged(
      '`mediaResolution` is `MEDIA_RESOLUTION_LOW`, `MEDIA_RESOLUTION_MEDIUM`, `MEDIA_RESOLUTION_HIGH` or `MEDIA_RESOLUTION_UNSPECIFIED`.',
      [
        'content.media-resolution-low-accepted',
        'content.media-resolution-medium-accepted',
        'content.media-resolution-high-accepted',
        'content.media-resolution-unknown-refused',
        'content.media-resolution-type-refused',
      ],
      'Whether `MEDIA_RESOLUTION_UNSPECIFIED` is accepted is unspecified (C6).',
    ),
    excluded(
      'A resolution costs 64 tokens (low) or 256 tokens (medium; high, scaled and reframed).',
      'How tokens are counted is unspecified.',
      'C11',
    ),
  ],
} as const satisfies Part
