import type {
  Declaration,
  FeatureResult,
  KnownFailure,
  Latency,
  SchemaCoverage,
  TokenCounts,
  Traffic,
} from '../conformance/core/model/report.ts'

/** One entry of each state. */
export const knownFailures: readonly KnownFailure[] = [
  {
    pattern: 'messages.stream-*',
    reason: 'streams are cut after 60 s until the new edge is out',
    owner: 'edge team',
    link: 'https://tracker.example/issues/17',
    expires: '2027-03-31',
    state: 'excuses',
    results: [{ requirement: 'messages.stream-end', operation: 'messages.stream' }],
  },
  {
    pattern: 'messages.reply-id',
    reason: 'ids were numbers',
    state: 'passes',
    results: [{ requirement: 'messages.reply-id', operation: 'messages.create' }],
  },
  { pattern: 'messages.reply-idea', reason: 'a typing error', state: 'unmatched', results: [] },
  {
    pattern: 'messages.reply-usage',
    reason: 'counts are text',
    link: 'ticket 12',
    expires: '2026-01-31',
    state: 'expired',
    results: [{ requirement: 'messages.reply-usage', operation: 'messages.create' }],
  },
  {
    pattern: 'messages.reply-text',
    reason: 'empty now and then',
    intermittent: true,
    state: 'untested',
    results: [{ requirement: 'messages.reply-id', operation: 'messages.create' }],
  },
  { pattern: 'images.*', operations: ['images.edit'], reason: 'no edits yet', state: 'untested', results: [] },
]

export const declarations: readonly Declaration[] = [
  { capability: 'audio-in', found: 'present', exchange: 'declared/audio-in' },
  { capability: 'speech', found: 'absent' },
  { capability: 'thinking', found: 'unknown' },
]

const none = { all: 0, covered: 0, left: [] }

export const coverage: readonly SchemaCoverage[] = [
  {
    endpoint: 'usage.token',
    constraints: 2,
    valid: 2,
    violating: 2,
    left: [],
    items: { features: none, values: none, counts: none, pairs: none, unbounded: 0 },
  },
  {
    endpoint: 'messages.create',
    constraints: 61,
    valid: 60,
    violating: 55,
    items: {
      features: { all: 3, covered: 3, left: [] },
      values: { all: 5, covered: 4, left: ['/body/stream is true'] },
      counts: { all: 2, covered: 2, left: [] },
      pairs: { all: 3, covered: 2, left: ['/body/temperature + /body/topP'] },
      unbounded: 40,
    },
    left: [
      { pointer: '/properties/body/properties/top_k', keyword: 'type', lacks: 'violating', reason: 'left open by G16' },
      { pointer: '/properties/body/properties/system', keyword: 'anyOf', lacks: 'both', reason: 'no time was left' },
    ],
  },
]

export const latencies: readonly Latency[] = [
  {
    endpoint: 'messages.create',
    count: 100,
    min: 4.2,
    median: 118.4,
    p90: 240,
    p99: 1203.7,
    max: 1203.7,
    buckets: [
      { upTo: 6.3, count: 20 },
      { upTo: 160, count: 60 },
      { upTo: 250, count: 18 },
      { upTo: 1600, count: 2 },
    ],
  },
  {
    endpoint: 'messages.stream',
    count: 1,
    min: 153.4,
    median: 153.4,
    p90: 153.4,
    p99: 153.4,
    max: 153.4,
    buckets: [{ upTo: 160, count: 1 }],
  },
]

export const traffic: readonly Traffic[] = [
  {
    endpoint: 'messages.create',
    requests: 104,
    billed: { calls: 97, images: 0 },
    receptions: { accepted: 97, rejected: 3, busy: 4 },
  },
  {
    endpoint: 'messages.stream',
    requests: 1,
    billed: { calls: 1, images: 0 },
    receptions: { accepted: 1 },
  },
]

export const tokenCounts: readonly TokenCounts[] = [
  {
    endpoint: 'messages.create',
    replies: 97,
    zeroInputs: 1,
    comparisons: [
      {
        compares: 'repeated',
        pairs: 4,
        agreeing: 4,
        example: {
          first: { exchange: 'messages.create/plain', input: 14, output: 5 },
          second: { exchange: 'messages.create/kept-connection/07', input: 14, output: 7 },
        },
      },
      {
        compares: 'picture',
        pairs: 2,
        agreeing: 1,
        example: {
          first: { exchange: 'messages.create/client/count-base', input: 14, output: 5 },
          second: { exchange: 'messages.create/client/large-picture', input: 14 },
          characters: 266_000,
        },
      },
    ],
  },
  {
    endpoint: 'content.generate',
    replies: 80,
    zeroInputs: 0,
    pictures: { replies: 9, unlisted: 9 },
    comparisons: [],
  },
]

/** A feature of each state, with and without a cause. */
export const features: readonly FeatureResult[] = [
  { id: 'text', name: 'Text', area: 'content-generation', state: 'not-tested', tested: 0, failed: 0, warned: 0 },
  { id: 'text', name: 'Text', area: 'messages', state: 'warned', tested: 3, failed: 0, warned: 1 },
  { id: 'pictures', name: 'Pictures in', area: 'messages', state: 'accepted', tested: 2, failed: 0, warned: 0 },
  {
    id: 'streaming',
    name: 'Streaming',
    area: 'messages',
    state: 'broken',
    tested: 4,
    failed: 2,
    warned: 0,
    causes: ['stream-cut-messages'],
  },
  {
    id: 'streamed-tools',
    name: 'Streamed tools',
    area: 'messages',
    state: 'not-tested',
    tested: 0,
    failed: 0,
    warned: 0,
    causes: ['stream-cut-messages'],
  },
  { id: 'counts', name: 'Counts', area: 'messages', state: 'broken', tested: 2, failed: 1, warned: 0 },
]

export const workingFeatures: readonly FeatureResult[] = [
  { id: 'text', name: 'Text', area: 'messages', state: 'works', tested: 3, failed: 0, warned: 0 },
]
