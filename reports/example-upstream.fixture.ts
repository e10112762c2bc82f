import type { UpstreamSection } from '../conformance/core/model/upstream.ts'

/** One result of each outcome behind a gateway. */
export const exampleUpstream: UpstreamSection = {
  verdict: 'unfaithful',
  reason: '1 of 4 results failed: errors-mapped',
  sent: 87,
  arrived: 85,
  results: [
    {
      id: 'upstream.request-complete',
      operation: 'messages.create',
      statement: 'Each part of a request that the upstream’s format can carry arrives at the upstream.',
      outcome: 'observed',
      trials: 7,
      findings: [
        {
          message: 'top_k did not arrive: the format chat has no such member',
          trial: 'messages.create/settings',
        },
      ],
    },
    {
      id: 'upstream.counts',
      operation: 'messages.create',
      statement: 'The token counts of a reply are those of the upstream.',
      outcome: 'pass',
      trials: 7,
      findings: [],
    },
    {
      id: 'upstream.errors-mapped',
      operation: 'messages.stream',
      statement: 'A failure of the upstream becomes an error of section 7 of the same class, never a success.',
      outcome: 'fail',
      trials: 13,
      findings: [
        {
          message: 'the upstream answered 429, and the client got a success',
          trial: 'messages.stream/error-429',
          expected: 'status 429',
          actual: 'status 200',
        },
      ],
    },
    {
      id: 'upstream.isolation',
      operation: 'messages.stream',
      statement: 'Each of many streams at once has the reply to its own request, and nothing of another.',
      outcome: 'inconclusive',
      trials: 40,
      findings: [{ message: 'the client got status 500', trial: 'messages.stream/8-at-once-1' }],
    },
  ],
}
