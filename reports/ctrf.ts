import type { Report } from '../conformance/core/model/report.ts'
import type { Outcome } from '../conformance/core/model/vocabulary.ts'
import { visible } from '../conformance/core/text/visible.ts'
import { account, findingsText } from './account.ts'
import { excuseOf, isExcused } from './known.ts'
import { allResults, nameOf, type Result } from './result.ts'
import { byOperation } from './select.ts'
import { unexplained } from './unexplained.ts'

/** The version of the format (https://ctrf.io). */
const specVersion = '0.0.0'

/**
 * The CTRF status of each outcome. CTRF has no word for results that are inconclusive or informational: they are
 * `other`.
 */
const statuses = {
  pass: 'passed',
  fail: 'failed',
  warn: 'passed',
  observed: 'other',
  inconclusive: 'other',
  skipped: 'skipped',
} as const satisfies Record<Outcome, Status>

type Status = 'passed' | 'failed' | 'skipped' | 'other'

interface Test {
  readonly name: string
  readonly status: Status
  readonly duration: number
  readonly [member: string]: unknown
}

/**
 * Renders the Common Test Report Format: a test for each requirement on each operation, and one for the verdict if no
 * result explains it.
 */
export function ctrf(report: Report): string {
  const { tool, startedAt, durationMs } = report
  const tests = [...allResults(report).map((result) => testOf(result, report)), ...verdictTest(report)]
  const start = Date.parse(startedAt) || 0
  const duration = Math.round(durationMs)
  const document = {
    reportFormat: 'CTRF',
    specVersion,
    generatedBy: visible(`${tool.name} ${tool.version}`),
    results: {
      tool: { name: visible(tool.name), version: visible(tool.version) },
      summary: {
        ...totals(tests),
        suites: byOperation(report).length,
        start,
        stop: start + duration,
        duration,
        extra: {
          ...(report.edition === undefined ? {} : { edition: report.edition }),
          verdict: report.summary.verdict,
          reason: visible(report.summary.reason),
        },
      },
      tests,
      environment: environmentOf(report),
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function testOf(result: Result, report: Report): Test {
  const { id, operation, dimension, section, level, interpretation, verdict, reason, findings, blockedBy = [] } = result
  const told = verdict !== 'pass' && verdict !== 'skipped'
  return {
    testId: visible(`${id}@${operation}`),
    name: visible(nameOf(result)),
    // Failures behind the gateway do not fail the run.
    status: isExcused(result) ? 'skipped' : verdict === 'fail' && result.behind === true ? 'other' : statuses[verdict],
    duration: 0,
    suite: [operation, dimension],
    message: visible(isExcused(result) ? excuseOf(result, report) : reason),
    ...(told ? { trace: visible([account(result), ...findingsText(result)].join('\n\n')) } : {}),
    rawStatus: verdict,
    labels: {
      requirement: visible(id),
      operation,
      section: visible(section),
      level,
      ...(interpretation === undefined ? {} : { interpretation: visible(interpretation) }),
      ...(blockedBy.length === 0 ? {} : { blockedBy: blockedBy.map(visible) }),
    },
    type: 'conformance',
    ...(findings.some(({ intermittent }) => intermittent) ? { tags: ['intermittent'] } : {}),
  }
}

/** Adds a failed test for the verdict. Without it, a run without results would look like a success. */
function verdictTest(report: Report): readonly Test[] {
  const { verdict, reason } = report.summary
  const isRed = verdict === 'inconclusive' || unexplained(report) !== undefined
  if (!isRed) return []
  return [
    { name: 'verdict', status: 'failed', duration: 0, suite: ['run'], message: visible(reason), rawStatus: verdict },
  ]
}

function totals(tests: readonly Test[]): Readonly<Record<Status | 'tests' | 'pending', number>> {
  const count = (status: Status) => tests.filter((test) => test.status === status).length
  return {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: 0,
    other: count('other'),
  }
}

function environmentOf(report: Report): object {
  const { target, specification, catalogue, profile, seed, strict, source, limits, summary } = report
  return {
    appName: visible(target.url),
    extra: {
      embedded: target.embedded,
      profile,
      seed,
      strict,
      source,
      specification: visible(specification.digest),
      catalogue: visible(catalogue.digest),
      requests: summary.requests,
      limits: limits.map(visible),
    },
  }
}
