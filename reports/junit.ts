import type { Report } from '../conformance/core/model/report.ts'
import { isPassing } from '../conformance/core/model/run-verdict.ts'
import { visibleLine } from '../conformance/core/text/visible.ts'
import { account, findingsText } from './account.ts'
import { asideText } from './aside.ts'
import { causeOf } from './cause.ts'
import { clientsText, clientVerdictText } from './clients.ts'
import { pageAbout } from './documentation.ts'
import { excuseOf, isExcused } from './known.ts'
import { type Html, html } from './markup.ts'
import { blockedText, isBlocked, type Result } from './result.ts'
import { byOperation, isLeftOut } from './select.ts'
import { unexplained } from './unexplained.ts'

/**
 * Renders JUnit XML that the schemas of Jenkins and Ant accept. There is a suite for the run and one for each
 * operation, with a test case for each requirement. Results that the options of the run excluded have none.
 * Requirements are judged together on shared exchanges, so only the suite `run` has a time. The escaping of `html` is
 * that of XML (XML 1.0 §2.4), and it replaces all characters that XML does not allow (§2.2).
 */
export function junit(report: Report): string {
  const suites = [
    runSuite(report),
    ...byOperation(report)
      .map(([name, results]) => [name, results.filter((result) => !isLeftOut(result))] as const)
      .filter(([, results]) => results.length > 0)
      .map(([name, results]) => operationSuite(report, name, results)),
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

/** The longest duration in seconds. JavaScript writes larger numbers with an exponent. */
const longestRun = 1e15

type Problem = 'failure' | 'error'

/**
 * Renders the suite of the run. A verdict that no requirement explains gets a test case, because a suite without
 * failures would look like a success.
 */
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

function operationSuite(report: Report, name: string, results: readonly Result[]): Suite {
  const looks = results.map((result) => lookOf(result, report))
  const count = (look: Look) => looks.filter((one) => one === look).length
  const verdict = report.operations.find(({ operation }) => operation === name)?.verdict ?? 'not tested'
  return {
    name,
    seconds: 0,
    counts: { tests: results.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') },
    properties: { operation: name, verdict },
    cases: results.map((result, index) => testcase(name, result.id, content(looks[index]!, result, report))),
    out: notesOf(results, report),
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

function propertiesOf(report: Report): Suite['properties'] {
  const { tool, target, config, specification, edition, catalogue, profile, seed, strict, source, summary } = report
  return {
    tool: `${tool.name} ${tool.version}`,
    target: target.url,
    ...(target.label === undefined ? {} : { 'target-label': target.label }),
    ...Object.fromEntries(Object.entries(config?.credential ?? {}).map(([area, form]) => [`credential-${area}`, form])),
    ...Object.fromEntries(Object.entries(config?.baseUrls ?? {}).map(([area, url]) => [`base-url-${area}`, url])),
    ...(target.version === undefined ? {} : { 'target-version': target.version }),
    specification: specification.title,
    'specification-digest': specification.digest,
    ...(edition === undefined ? {} : { edition }),
    catalogue: catalogue.digest,
    profile,
    seed,
    strict: String(strict),
    source,
    requests: summary.requests,
    verdict: summary.verdict,
    reason: summary.reason,
    ...clientProperties(report),
  }
}

/** Returns the verdict for the clients that the run names, and the effects of each cause on clients. */
function clientProperties(report: Report): Suite['properties'] {
  const verdict = clientVerdictText(report)
  const effects = report.causes.flatMap((cause) => {
    const text = clientsText(cause)
    return text === undefined ? [] : [[`clients-${cause.id}`, text] as const]
  })
  return { ...(verdict === undefined ? {} : { clients: verdict }), ...Object.fromEntries(effects) }
}

/** The presentation of a result in JUnit XML. A run with exit status 0 has no failures or errors. */
type Look = Problem | 'skipped' | 'passed'

function lookOf(result: Result, { summary }: Report): Look {
  switch (result.verdict) {
    case 'fail':
      return isExcused(result) || result.behind === true ? 'skipped' : 'failure'
    case 'inconclusive':
      return isBlocked(result) || isPassing(summary.verdict) ? 'skipped' : 'error'
    case 'skipped':
      return 'skipped'
    default:
      return 'passed'
  }
}

function content(look: Look, result: Result, report: Report): Html | undefined {
  switch (look) {
    case 'passed':
      return undefined
    case 'failure':
      return problem('failure', result.level, withCause(result, report), textOf(result, report))
    case 'error':
      return problem('error', 'inconclusive', result.reason, textOf(result, report))
    case 'skipped':
      return skipped(result, report)
  }
}

/** Appends the cause to the reason, because CI systems list only the messages of failures. */
function withCause(result: Result, report: Report): string {
  const cause = causeOf(result, report)
  return cause === undefined ? result.reason : `${result.reason} (cause: ${cause.title})`
}

function skipped(result: Result, report: Report): Html {
  const why = isExcused(result) ? excuseOf(result, report) : whyOf(result)
  const message = attributes({ message: why })
  if (result.verdict === 'skipped') return html`<skipped ${message}/>`
  return html`<skipped ${message}>${textOf(result, report)}</skipped>`
}

function whyOf(result: Result): string {
  const told = result.verdict === 'inconclusive' ? `inconclusive: ${result.reason}` : result.reason
  const reason = result.behind === true && result.verdict === 'fail' ? `unfaithful: ${told}` : told
  const blocked = blockedText(result)
  return blocked === undefined ? reason : `${reason}; ${blocked}`
}

function testcase(classname: string, name: string, content: Html | undefined): Html {
  return html`    <testcase ${attributes({ classname, name })} time="0.000">${content}</testcase>
`
}

/**
 * Returns the notes on warned and informational results as the output of the suite. Ant's schema allows no output in a
 * test case.
 */
function notesOf(results: readonly Result[], report: Report): string {
  const noted = results.filter(({ verdict }) => verdict === 'warn' || verdict === 'observed')
  return noted.map((one) => `${one.verdict.toUpperCase()} ${one.id}: ${textOf(one, report)}`).join('\n\n')
}

function textOf(result: Result, report: Report): string {
  const page = pageAbout(result.id, report)
  return [account(result), ...findingsText(result), ...(page === undefined ? [] : [`documentation: ${page}`])].join(
    '\n\n',
  )
}

function problem(kind: Problem, type: string, message: string, text: string): Html {
  const own = attributes({ message, type })
  return kind === 'failure' ? html`<failure ${own}>${text}</failure>` : html`<error ${own}>${text}</error>`
}

/**
 * Renders attributes on one line, because XML parsers normalise line feeds in attributes to spaces (XML 1.0 §3.3.3).
 */
function attributes(values: Readonly<Record<string, string | number>>): Html {
  const written = Object.entries(values).map(([name, value]) => [name, visibleLine(String(value))] as const)
  return html`${written.map(([name, value], index) => html`${index === 0 ? '' : ' '}${name}="${value}"`)}`
}
