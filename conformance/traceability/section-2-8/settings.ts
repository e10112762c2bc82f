import { excluded, judged, type Part } from '../row.ts'

export default {
  title: 'The body and its settings',
  rows: [
    judged('The body is a JSON object; the listed fields may be combined.', [
      'messages.body-type-refused',
      'messages.plain-request-accepted',
      'messages.stream-plain-request-accepted',
      'messages.combinations-accepted',
    ]),
    judged('A request that violates one of these rules is rejected with 400.', ['messages.error-status-400']),
    judged('`model` is a required string.', ['messages.model-missing-refused', 'messages.model-type-refused']),
    judged(
      '`model` is 1 to 256 characters long.',
      ['messages.model-empty-refused', 'messages.model-too-long-refused'],
      'Names of 1 or 256 characters name no existing model, so none is sent as valid (M3).',
    ),
    judged(
      '`max_tokens` is a required integer above 1.',
      [
        'messages.max-tokens-missing-refused',
        'messages.max-tokens-type-refused',
        'messages.max-tokens-of-two-accepted',
        'messages.max-tokens-beyond-refused',
      ],
      'The end point 1 is unspecified (M2).',
    ),
    judged('`max_tokens` is the most that is generated.', ['messages.output-tokens-within-limit']),
    excluded('Each model has its own limit on `max_tokens`.', 'The limits are not specified.', 'M6'),
    judged('`messages` is a required array.', ['messages.messages-missing-refused', 'messages.messages-type-refused']),
    judged('`system` is an optional string, the system prompt.', [
      'messages.system-accepted',
      'messages.system-type-refused',
    ]),
    judged('`metadata` is an optional object.', ['messages.metadata-accepted', 'messages.metadata-type-refused']),
    judged('`metadata.user_id` is an optional string of at most 256 characters.', [
      'messages.user-id-accepted',
      'messages.user-id-of-256-accepted',
      'messages.user-id-too-long-refused',
      'messages.user-id-type-refused',
    ]),
    excluded('`metadata.user_id` is opaque and identifies nobody.', 'A rule for clients.'),
    judged('`stop_sequences` is an optional array of strings.', [
      'messages.stop-sequences-accepted',
      'messages.several-stop-sequences-accepted',
      'messages.stop-sequences-type-refused',
      'messages.stop-sequence-type-refused',
    ]),
    judged('`stream` is an optional boolean: a stream of events, or not.', [
      'messages.stream-false-accepted',
      'messages.stream-type-refused',
      'messages.stream-given',
      'messages.reply-not-streamed',
    ]),
    judged('`temperature` is an optional number.', [
      'messages.temperature-accepted',
      'messages.temperature-type-refused',
    ]),
    judged(
      '`temperature` is from 0 to 1, elsewhere between 0 and 1.',
      ['messages.temperature-accepted', 'messages.temperature-negative-refused', 'messages.temperature-beyond-refused'],
      'The end points are unspecified (M2).',
    ),
    excluded(
      '`temperature` is 1 by default, and 0 is not fully deterministic.',
      'The content of model output is not judged.',
      'G13',
    ),
    judged(
      '`top_k` is an optional integer above 0.',
      ['messages.top-k-accepted', 'messages.top-k-type-refused', 'messages.top-k-beyond-refused'],
      'The end point 0 is unspecified (M2).',
    ),
    judged(
      '`top_p` is an optional number between 0 and 1.',
      [
        'messages.top-p-accepted',
        'messages.top-p-type-refused',
        'messages.top-p-negative-refused',
        'messages.top-p-beyond-refused',
      ],
      'The end points are unspecified (M2).',
    ),
    excluded(
      'Only one of `temperature` and `top_p` is to be set.',
      'The effect of setting both is not specified.',
      'G16',
    ),
    judged('`thinking` is an optional object of the type `enabled` or `disabled`.', [
      'messages.thinking-enabled-accepted',
      'messages.thinking-disabled-accepted',
      'messages.thinking-type-refused',
      'messages.thinking-kind-refused',
    ]),
    judged('`thinking` that is enabled has the integer `budget_tokens`.', [
      'messages.thinking-budget-missing-refused',
      'messages.thinking-budget-type-refused',
    ]),
    judged(
      '`budget_tokens` is at least 1024, elsewhere above 1024.',
      ['messages.thinking-budget-below-refused'],
      'The end point 1024 is unspecified (M2).',
    ),
    judged('`budget_tokens` is less than `max_tokens`.', ['messages.thinking-budget-over-refused']),
    judged('Tokens of thinking count towards `max_tokens`.', ['messages.output-tokens-within-limit']),
  ],
} as const satisfies Part
