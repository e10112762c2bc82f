import { result } from './example-result.fixture.ts'

export const kept = [
  result({ id: 'messages.reply-id', statement: '`id` is a string.', example: 'exploration.messages.create.17' }, [
    { operation: 'messages.stream', exchanges: 4, reason: 'passed in 4 exchanges' },
  ]),
  result({
    id: 'messages.max-tokens-missing-rejected',
    section: '2.8',
    dimension: 'status',
    interpretation: 'M1',
    statement: 'A request without `max_tokens` is rejected.',
    reason: 'passed in 1 exchange',
    exchanges: 1,
  }),
  result({
    id: 'messages.stream-content-type',
    section: '6',
    endpoint: 'messages.stream',
    dimension: 'stream',
    interpretation: 'S7',
    statement: 'A stream declares itself as `text/event-stream`.',
    example: 'coverage.messages.stream.tools',
  }),
]

export const openLanguage = result({
  id: 'content.stream-delivery',
  section: '4',
  endpoint: 'content.stream',
  dimension: 'stream',
  level: 'unspecified',
  statement: 'Events are delivered as they arise.',
  verdict: 'observed',
  findings: [{ message: 'all 12 events came in one chunk after 2140 ms', exchange: 'coverage.content.stream.plain' }],
})

export const undecided = result({
  id: 'images.url-fetched',
  section: '2.2',
  endpoint: 'images.generate',
  interpretation: 'I10',
  statement: 'The `url` of an image can be fetched.',
  verdict: 'inconclusive',
  exchanges: 2,
  findings: [
    {
      message: 'the connection was broken before an answer came',
      exchange: 'probe.images.url',
      at: { in: 'status' },
      path: 'status',
    },
  ],
})

const budgetUsedUp = 'not tested: budget of model calls or images used up; --max-billed or --max-images allows more'

/** Results that were not tested because a lenient target used up the budget. */
export const beyondBudget = [
  result({
    id: 'messages.max-tokens-type-rejected',
    section: '2.1',
    dimension: 'status',
    statement: '`max_tokens` is an integer.',
    verdict: 'skipped',
    reason: `${budgetUsedUp} (5 of 9 requests of this kind were accepted)`,
    sharedReason: budgetUsedUp,
    exchanges: 0,
  }),
  result({
    id: 'messages.messages-missing-rejected',
    section: '2.1',
    dimension: 'status',
    statement: '`messages` is required.',
    verdict: 'skipped',
    reason: `${budgetUsedUp} (7 of 9 requests of this kind were accepted)`,
    sharedReason: budgetUsedUp,
    exchanges: 0,
  }),
]

export const untested = [
  result({
    id: 'content.audio-part-accepted',
    section: '2.6',
    endpoint: 'content.generate',
    dimension: 'status',
    statement: 'A part with audio is accepted.',
    verdict: 'skipped',
    reason: 'not applicable: audio-in is declared absent',
    excluded: 'absent',
    exchanges: 0,
  }),
  result({
    id: 'messages.error-overloaded',
    section: '7',
    conditional: true,
    statement: 'A 529 carries `overloaded_error`.',
    verdict: 'skipped',
    reason: 'not tested: no response contained the feature this rule covers',
    exchanges: 0,
  }),
  result({
    id: 'messages.stream-error-event',
    section: '7',
    endpoint: 'messages.stream',
    dimension: 'stream',
    conditional: true,
    statement: 'An `error` event carries the body of section 7.',
    verdict: 'skipped',
    reason: 'not tested: no response contained the feature this rule covers',
    exchanges: 0,
  }),
]
