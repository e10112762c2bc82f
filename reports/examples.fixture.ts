import type {
  ExchangeEvidence,
  OperationSummary,
  Report,
  RequirementResult,
  RunVerdict,
  Summary,
} from '../conformance/core/model/report.ts'
import { dimensions, type Endpoint } from '../conformance/core/model/vocabulary.ts'
import { asides } from './example-asides.fixture.ts'
import {
  blockedDelta,
  blockedUsage,
  brokenEnd,
  brokenOrder,
  brokenTokens,
  causes,
  excusedOrder,
  impliedReason,
} from './example-broken.fixture.ts'
import {
  cutOff,
  longStream,
  passing,
  presentAfterAll,
  replied,
  smaller,
  streamed,
} from './example-exchanges.fixture.ts'
import {
  coverage,
  declarations,
  features,
  knownFailures,
  latencies,
  tokenCounts,
  traffic,
  workingFeatures,
} from './example-figures.fixture.ts'
import { beyondBudget, kept, openLanguage, undecided, untested } from './example-results.fixture.ts'
import { causeBehind, exampleBehind, exampleUpstream, featuresBehind } from './example-upstream.fixture.ts'
import { isExcused } from './known.ts'
import { isBlocked } from './result.ts'
import { byOperation, countsOf } from './select.ts'

/** Hand-written reports for the golden files and for tests of every renderer. */
export const examples = {
  conforming: () =>
    reportOf(
      kept,
      'conforming',
      'All 3 mandatory requirements that were tested passed',
      { coverage, latencies, tokenCounts, traffic, features: workingFeatures },
      [],
    ),
  thin: () => {
    const report = reportOf(
      [...kept, ...beyondBudget, ...untested],
      'no-new-failure',
      '3 of 5 mandatory requirements tested',
      {
        limits: [
          'only the areas messages',
          'at most 300 accepted model calls',
          '570 planned cases were not sent: the limit of 300 accepted model calls, with what is kept for others, leaves no room for them (--max-billed allows more)',
        ],
        limitKinds: ['areas', 'most', 'cut'],
        coverage,
        latencies,
        tokenCounts,
        traffic,
      },
      [],
    )
    const verdicts: Partial<Record<Endpoint, RunVerdict>> = {
      'messages.create': 'no-new-failure',
      'content.generate': 'inconclusive',
    }
    const operations = report.operations.map((one) => ({ ...one, verdict: verdicts[one.operation] ?? one.verdict }))
    return { ...report, operations }
  },
  nonconforming: (): Report => {
    const report = reportOf(
      [
        ...[...kept, brokenOrder, brokenEnd, brokenTokens, impliedReason, blockedUsage, blockedDelta, openLanguage],
        ...untested,
      ],
      'nonconforming',
      '2 requirements failed: streams of `messages.stream` break off inside a block; counts of tokens are strings',
      {
        limits: ['known capabilities declared absent: audio-in, speech', 'at most 400 requests'],
        causes,
        features,
        knownFailures,
        declarations,
        coverage,
        latencies,
        tokenCounts,
        traffic,
      },
      [streamed, passing, longStream, replied, smaller, cutOff, presentAfterAll],
    )
    return { ...report, summary: { ...report.summary, downloads: 16 } }
  },
  inconclusive: () =>
    reportOf(
      [...kept, undecided, ...untested],
      'inconclusive',
      '1 planned requirement was inconclusive on at least one operation: images.url-fetched',
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
  unfaithful: () => {
    const report = reportOf(
      kept,
      'conforming',
      'All 3 mandatory requirements that were tested passed',
      { upstream: exampleUpstream, causes: [causeBehind], features: featuresBehind },
      [replied],
    )
    return { ...report, requirements: [...report.requirements, ...exampleBehind] }
  },
  truncated: () =>
    reportOf(
      untested,
      'inconclusive',
      'nothing was tested',
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
  const bare = {
    formatVersion: 2 as const,
    tool: { name: 'model-gateway-conformance', version: '0.1.0' },
    target: { url: 'https://gateway.example/api', embedded: false },
    specification: { title: 'Model Gateway Interface', digest: `sha256:${'fedcba9876543210'.repeat(4)}` },
    edition: '2026-12',
    catalogue: { digest: `sha256:${'0123456789abcdef'.repeat(4)}` },
    seed: 20260921,
    profile: 'standard' as const,
    strict: false,
    source: 'runner' as const,
    startedAt: '2026-11-21T10:00:00.000Z',
    durationMs: 41_234,
    limits: [],
    causes: [],
    summary: {
      verdict,
      reason,
      requests: requirements.flatMap(({ operations }) => operations).reduce((sum, { exchanges: own }) => sum + own, 3),
      mandatory: mandatoryIn(requirements),
      ...totalsOf(requirements),
      ...(more.knownFailures === undefined ? {} : { excused: 1 }),
      billed: { calls: 98, images: 1 },
    },
    requirements,
    exchanges,
    operations: [],
    ...more,
  }
  return { ...bare, operations: operationsIn(bare) }
}

function mandatoryIn(requirements: readonly RequirementResult[]): NonNullable<Summary['mandatory']> {
  const mandatory = requirements.filter(({ level, conditional, operations }) => {
    const isSelected = operations.some(({ excluded }) => excluded === undefined)
    return level === 'stated' && !conditional && isSelected
  })
  const tested = mandatory.filter(({ operations }) =>
    operations.some(({ verdict }) => verdict === 'pass' || verdict === 'fail'),
  )
  return { tested: tested.length, selected: mandatory.length }
}

type Totals = Pick<Summary, 'counts' | 'dimensions'>

function totalsOf(
  results: readonly { readonly verdict: keyof Summary['counts']; readonly dimension: keyof Summary['dimensions'] }[],
): Totals {
  const inDimension = (name: string) => countsOf(results.filter(({ dimension }) => dimension === name))
  return {
    counts: countsOf(results),
    dimensions: Object.fromEntries(dimensions.map((name) => [name, inDimension(name)])) as Summary['dimensions'],
  }
}

export function operationsIn(report: Report): readonly OperationSummary[] {
  return byOperation(report).map(([operation, results]) => {
    const isFailing = results.some((result) => result.verdict === 'fail' && !isExcused(result))
    const isOpen = results.some((result) => result.verdict === 'inconclusive' && !isBlocked(result))
    const verdict = isFailing ? 'nonconforming' : isOpen ? 'inconclusive' : 'conforming'
    return { operation, verdict, ...totalsOf(results) }
  })
}
