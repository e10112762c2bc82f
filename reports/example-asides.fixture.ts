import type { Report } from '../conformance/core/model/report.ts'

/** One example of each list of a report other than its requirements. */
export const asides: Pick<Report, 'knownFailures' | 'declarations' | 'coverage' | 'latencies' | 'limits'> = {
  limits: ['only the areas messages'],
  knownFailures: [
    {
      pattern: 'messages.stream-*',
      reason: 'the proxy of version 4 reorders events',
      owner: 'gateway team',
      link: 'https://tracker.example/GW-123',
      expires: '2027-01-31',
      state: 'excuses',
      results: [{ requirement: 'messages.stream-order', operation: 'messages.stream' }],
    },
    {
      pattern: 'messages.reply-id',
      reason: 'ids were numbers',
      state: 'passes',
      results: [{ requirement: 'messages.reply-id', operation: 'messages.create' }],
    },
    { pattern: 'messages.gone', reason: 'see #12, ask @someone', state: 'unmatched', results: [] },
    { pattern: 'images.*', reason: 'no images yet', expires: '2026-01-31', state: 'expired', results: [] },
    { pattern: 'content.*', reason: 'not there yet', state: 'untested', results: [] },
  ],
  declarations: [
    { capability: 'speech', found: 'present', exchange: 'probe.content.speech' },
    { capability: 'audio-in', found: 'absent', exchange: 'probe.content.audio' },
    { capability: 'images.edit', found: 'unknown' },
  ],
  coverage: [
    {
      endpoint: 'messages.create',
      constraints: 120,
      valid: 118,
      violating: 97,
      items: {
        features: { all: 3, covered: 2, left: ['/body/top_k'] },
        values: { all: 1, covered: 1, left: [] },
        counts: { all: 0, covered: 0, left: [] },
        pairs: { all: 3, covered: 3, left: [] },
        unbounded: 0,
      },
      left: [
        { pointer: '/properties/top_k', keyword: 'minimum', lacks: 'valid', reason: 'left open by the specification' },
      ],
    },
  ],
  latencies: [
    {
      endpoint: 'messages.create',
      count: 311,
      min: 0.83,
      median: 4.25,
      p90: 12.6,
      p99: 240,
      max: 1203.4,
      buckets: [
        { upTo: 1, count: 2 },
        { upTo: 1000, count: 308 },
        { upTo: 2000, count: 1 },
      ],
    },
  ],
}
