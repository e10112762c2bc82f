import type { ExchangeEvidence, Report, RequirementResult, Summary } from '../conformance/model/report.ts'
import { dimensions } from '../conformance/model/vocabulary.ts'
import { asides } from './example-asides.golden.ts'
import { brokenEnd, brokenOrder, brokenTokens, excusedOrder, impliedReason } from './example-broken.golden.ts'
import { cutOff, longStream, presentAfterAll, replied, smaller, streamed } from './example-exchanges.golden.ts'
import { coverage, declarations, knownFailures, latencies, traffic } from './example-figures.golden.ts'
import { kept, openLanguage, undecided, untested } from './example-results.golden.ts'
import { countsOf } from './select.ts'

/** Reports written by hand, for the golden files and for tests of every renderer. */
export const examples = {
  conforming: () =>
    reportOf(kept, 'conforming', 'no stated requirement is broken: 3 kept', { coverage, latencies, traffic }, []),
  nonconforming: () =>
    reportOf(
      [...kept, brokenOrder, brokenEnd, brokenTokens, impliedReason, openLanguage, ...untested],
      'nonconforming',
      '2 requirements are broken: messages.stream-order, messages.reply-usage',
      {
        limits: ['known capabilities declared absent: audio-in, speech', 'at most 400 requests'],
        ...{ knownFailures, declarations, coverage, latencies, traffic },
      },
      [streamed, longStream, replied, smaller, cutOff, presentAfterAll],
    ),
  inconclusive: () =>
    reportOf(
      [...kept, undecided, ...untested],
      'inconclusive',
      '1 requirement that the run set out to judge could not be: images.url-fetched',
      {},
      [cutOff],
    ),
  excused: () =>
    reportOf(
      [...kept, excusedOrder, impliedReason],
      'nonconforming',
      '1 known failure passes now: messages.reply-id',
      asides,
      [streamed, replied],
    ),
  truncated: () =>
    reportOf(
      untested,
      'inconclusive',
      'nothing was judged',
      { limits: ['interrupted after 3 of 312 requests', 'requirements matching messages.*'], durationMs: 812 },
      [],
    ),
} satisfies Record<string, () => Report>

function reportOf(
  requirements: readonly RequirementResult[],
  verdict: Summary['verdict'],
  reason: string,
  more: Partial<Report>,
  exchanges: readonly ExchangeEvidence[],
): Report {
  const inDimension = (name: string) => countsOf(requirements.filter(({ dimension }) => dimension === name))
  return {
    formatVersion: 1,
    tool: { name: 'model-gateway-conformance', version: '0.1.0' },
    target: { url: 'https://gateway.example/api', embedded: false },
    document: { digest: `sha256:${'0123456789abcdef'.repeat(4)}` },
    seed: 20260921,
    profile: 'standard',
    strict: false,
    source: 'runner',
    startedAt: '2026-11-21T10:00:00.000Z',
    durationMs: 41_234,
    limits: [],
    summary: {
      verdict,
      reason,
      requests: requirements.reduce((sum, { exchanges }) => sum + exchanges, 3),
      counts: countsOf(requirements),
      dimensions: Object.fromEntries(dimensions.map((name) => [name, inDimension(name)])) as Summary['dimensions'],
      ...(more.knownFailures === undefined ? {} : { excused: 1 }),
      billed: { calls: 98, images: 1 },
    },
    requirements,
    exchanges,
    ...more,
  }
}
