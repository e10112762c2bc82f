import type { Report, RequirementResult } from '../conformance/model/report.ts'
import type { Outcome } from '../conformance/model/vocabulary.ts'
import { account, findingsText } from './account.ts'
import { type Html, html } from './markup.ts'
import { byEndpoint, countsOf } from './select.ts'
import { visibleLine } from './visible.ts'

/**
 * JUnit XML: a suite for each operation, a test case for each requirement. Requirements are judged together on shared
 * exchanges, so only the whole run has a time. The escaping of `html` is that of XML (XML 1.0 §2.4), and what it makes
 * visible are all the characters that XML does not allow (§2.2).
 */
export function junit(report: Report): string {
  const extra = unexplained(report)
  const suites = byEndpoint(report).map(([endpoint, requirements]) =>
    suite(report, endpoint, totals(requirements), requirements.map(testcase)),
  )
  const seconds = (report.durationMs / 1000).toFixed(3)
  return `${html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${attributes({ name: report.tool.name })} ${totals(report.requirements, extra)} time="${seconds}">
${suites}${extra === undefined ? undefined : suite(report, 'run', totals([], extra), [runCase(report, extra)])}</testsuites>
`}`
}

type Problem = 'failure' | 'error'

/** A run is never green here by saying nothing: a verdict that no requirement explains gets a test case of its own. */
function unexplained({ summary, requirements }: Report): Problem | undefined {
  const { fail, inconclusive } = countsOf(requirements)
  if (summary.verdict === 'nonconforming' && fail === 0) return 'failure'
  if (summary.verdict === 'inconclusive' && fail + inconclusive === 0) return 'error'
  return undefined
}

function runCase({ summary }: Report, kind: Problem): Html {
  return html`    <testcase classname="run" name="verdict" time="0.000">${problem(kind, summary.verdict, summary.reason, summary.reason)}</testcase>
`
}

function totals(requirements: readonly RequirementResult[], extra?: Problem): Html {
  const { fail, inconclusive, skipped } = countsOf(requirements)
  return attributes({
    tests: requirements.length + (extra === undefined ? 0 : 1),
    failures: fail + (extra === 'failure' ? 1 : 0),
    errors: inconclusive + (extra === 'error' ? 1 : 0),
    skipped,
  })
}

function suite(report: Report, name: string, counts: Html, cases: readonly Html[]): Html {
  const timestamp = report.startedAt.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
  return html`  <testsuite ${attributes({ name })} ${counts} time="0.000" ${attributes({ timestamp })}>
    <properties>
${Object.entries(propertiesOf(report)).map(
  ([property, value]) => html`      <property ${attributes({ name: property, value })}/>
`,
)}    </properties>
${cases}  </testsuite>
`
}

function propertiesOf({
  tool,
  target,
  document,
  profile,
  seed,
  strict,
  summary,
}: Report): Record<string, string | number> {
  return {
    tool: `${tool.name} ${tool.version}`,
    target: target.url,
    document: document.digest,
    profile,
    seed,
    strict: String(strict),
    verdict: summary.verdict,
    reason: summary.reason,
  }
}

function testcase(requirement: RequirementResult): Html {
  const { id, endpoint, dimension, verdict } = requirement
  const named = attributes({ classname: `${endpoint}.${dimension}`, name: id })
  return html`    <testcase ${named} time="0.000">${inside[verdict](requirement)}</testcase>
`
}

const inside = {
  pass: () => undefined,
  fail: (requirement) => problem('failure', requirement.level, requirement.reason, textOf(requirement)),
  warn: (requirement) => html`<system-out>WARN ${textOf(requirement)}</system-out>`,
  observed: (requirement) => html`<system-out>OBSERVED ${textOf(requirement)}</system-out>`,
  inconclusive: (requirement) => problem('error', 'inconclusive', requirement.reason, textOf(requirement)),
  skipped: ({ reason }) => html`<skipped ${attributes({ message: reason })}/>`,
} satisfies Record<Outcome, (requirement: RequirementResult) => Html | undefined>

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
