import type { Report, RequirementResult } from '../conformance/model/report.ts'
import type { Outcome } from '../conformance/model/vocabulary.ts'
import { account, findingsText } from './account.ts'
import { asideText } from './aside.ts'
import { excuseOf, isExcused } from './known.ts'
import { type Html, html } from './markup.ts'
import { byEndpoint, countsOf } from './select.ts'
import { unexplained } from './unexplained.ts'
import { visibleLine } from './visible.ts'

/**
 * JUnit XML that both schemas in use accept, that of Jenkins and that of Ant: a suite for the run, one for each
 * operation, a test case for each requirement. Requirements are judged together on shared exchanges, so only the whole
 * run has a time: it is that of the suite `run`. The escaping of `html` is that of XML (XML 1.0 §2.4), and what it makes
 * visible are all the characters that XML does not allow (§2.2).
 */
export function junit(report: Report): string {
  const suites = [
    runSuite(report),
    ...byEndpoint(report).map(([name, results]) => endpointSuite(report, name, results)),
  ]
  return `${html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
${suites.map((each, id) => suite(report, id, each))}</testsuites>
`}`
}

interface Suite {
  readonly name: string
  readonly seconds: number
  readonly counts: Readonly<Record<'tests' | 'failures' | 'errors' | 'skipped', number>>
  readonly properties: Readonly<Record<string, string | number>>
  readonly cases: readonly Html[]
  readonly out: string
}

/** In seconds; a longer number would not be written out by its digits. */
const longestRun = 1e15

type Problem = 'failure' | 'error'

/** A run is never green here by saying nothing: a verdict that no requirement explains gets a test case of its own. */
function runSuite(report: Report): Suite {
  const { summary } = report
  const kind = unexplained(report)
  return {
    name: 'run',
    seconds: Math.min(report.durationMs / 1000, longestRun),
    counts: {
      tests: kind === undefined ? 0 : 1,
      failures: kind === 'failure' ? 1 : 0,
      errors: kind === 'error' ? 1 : 0,
      skipped: 0,
    },
    properties: propertiesOf(report),
    cases:
      kind === undefined
        ? []
        : [testcase('run', 'verdict', problem(kind, summary.verdict, summary.reason, summary.reason))],
    out: asideText(report),
  }
}

function endpointSuite(report: Report, name: string, requirements: readonly RequirementResult[]): Suite {
  const { inconclusive, skipped } = countsOf(requirements)
  const failures = requirements.filter(({ verdict }) => verdict === 'fail')
  const excused = failures.filter(isExcused).length
  return {
    name,
    seconds: 0,
    counts: {
      tests: requirements.length,
      failures: failures.length - excused,
      errors: inconclusive,
      skipped: skipped + excused,
    },
    properties: { operation: name, verdict: report.summary.verdict },
    cases: requirements.map((requirement) => requirementCase(requirement, report)),
    out: notesOf(requirements),
  }
}

function suite(report: Report, id: number, { name, seconds, counts, properties, cases, out }: Suite): Html {
  const timestamp = report.startedAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
  const where = { package: report.tool.name, id, hostname: 'localhost' }
  return html`  <testsuite ${attributes({ name, ...where, ...counts, time: seconds.toFixed(3), timestamp })}>
    <properties>
${Object.entries(properties).map(
  ([property, value]) => html`      <property ${attributes({ name: property, value })}/>
`,
)}    </properties>
${cases}    <system-out>${out}</system-out>
    <system-err></system-err>
  </testsuite>
`
}

function propertiesOf({ tool, target, document, profile, seed, strict, source, summary }: Report): Suite['properties'] {
  return {
    tool: `${tool.name} ${tool.version}`,
    target: target.url,
    document: document.digest,
    profile,
    seed,
    strict: String(strict),
    source,
    requests: summary.requests,
    verdict: summary.verdict,
    reason: summary.reason,
  }
}

function requirementCase(requirement: RequirementResult, report: Report): Html {
  const { id, endpoint, dimension, verdict } = requirement
  const content = isExcused(requirement)
    ? html`<skipped ${attributes({ message: excuseOf(requirement, report) })}>${textOf(requirement)}</skipped>`
    : inside[verdict](requirement)
  return testcase(`${endpoint}.${dimension}`, id, content)
}

function testcase(classname: string, name: string, content: Html | undefined): Html {
  return html`    <testcase ${attributes({ classname, name })} time="0.000">${content}</testcase>
`
}

const inside = {
  pass: () => undefined,
  fail: (requirement) => problem('failure', requirement.level, requirement.reason, textOf(requirement)),
  warn: () => undefined,
  observed: () => undefined,
  inconclusive: (requirement) => problem('error', 'inconclusive', requirement.reason, textOf(requirement)),
  skipped: ({ reason }) => html`<skipped ${attributes({ message: reason })}/>`,
} satisfies Record<Outcome, (requirement: RequirementResult) => Html | undefined>

/** What a suite says beside its cases: in Ant's schema a test case that passes says nothing itself. */
function notesOf(requirements: readonly RequirementResult[]): string {
  const noted = requirements.filter(({ verdict }) => verdict === 'warn' || verdict === 'observed')
  return noted.map((one) => `${one.verdict.toUpperCase()} ${one.id}: ${textOf(one)}`).join('\n\n')
}

function textOf(requirement: RequirementResult): string {
  return [account(requirement), ...findingsText(requirement)].join('\n\n')
}

function problem(kind: Problem, type: string, message: string, text: string): Html {
  const told = attributes({ message, type })
  return kind === 'failure' ? html`<failure ${told}>${text}</failure>` : html`<error ${told}>${text}</error>`
}

/** Attributes on one line: an XML parser turns line feeds in them into spaces (§3.3.3). */
function attributes(values: Readonly<Record<string, string | number>>): Html {
  const written = Object.entries(values).map(([name, value]) => [name, visibleLine(String(value))] as const)
  return html`${written.map(([name, value], index) => html`${index === 0 ? '' : ' '}${name}="${value}"`)}`
}
