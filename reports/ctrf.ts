import type { Report, RequirementResult } from '../conformance/model/report.ts'
import type { Outcome } from '../conformance/model/vocabulary.ts'
import { account, findingsText } from './account.ts'
import { excuseOf, isExcused } from './known.ts'
import { byEndpoint } from './select.ts'
import { unexplained } from './unexplained.ts'
import { visible } from './visible.ts'

/** The version of the format that this writes (https://ctrf.io). */
const specVersion = '0.0.0'

/** What CTRF calls an outcome. It has no word for what could not be judged or is beside the document: those are `other`. */
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

/** The results in the Common Test Report Format: a test for each requirement, and one for a verdict that none explains. */
export function ctrf(report: Report): string {
  const { tool, startedAt, durationMs } = report
  const tests = [...report.requirements.map((requirement) => testOf(requirement, report)), ...verdictTest(report)]
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
        suites: byEndpoint(report).length,
        ...{ start, stop: start + duration, duration },
        extra: { verdict: report.summary.verdict, reason: visible(report.summary.reason) },
      },
      tests,
      environment: environmentOf(report),
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function testOf(requirement: RequirementResult, report: Report): Test {
  const { id, endpoint, dimension, section, level, reading, verdict, reason, findings } = requirement
  const told = verdict !== 'pass' && verdict !== 'skipped'
  return {
    testId: visible(id),
    name: visible(id),
    status: isExcused(requirement) ? 'skipped' : statuses[verdict],
    duration: 0,
    suite: [endpoint, dimension],
    message: visible(isExcused(requirement) ? excuseOf(requirement, report) : reason),
    ...(told ? { trace: visible([account(requirement), ...findingsText(requirement)].join('\n\n')) } : {}),
    rawStatus: verdict,
    labels: { section: visible(section), level, ...(reading === undefined ? {} : { reading: visible(reading) }) },
    type: 'conformance',
    ...(findings.some(({ intermittent }) => intermittent) ? { tags: ['intermittent'] } : {}),
  }
}

/** A run is never green here by saying nothing. */
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

function environmentOf({ target, document, profile, seed, strict, source, limits, summary }: Report): object {
  return {
    appName: visible(target.url),
    extra: {
      ...{ embedded: target.embedded, document: visible(document.digest), profile, seed, strict, source },
      ...{ requests: summary.requests, limits: limits.map(visible) },
    },
  }
}
