import type { Requirement } from '../../conformance/core/model/requirement.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import type {
  WrittenBody,
  WrittenExchange,
  WrittenHeaders,
  WrittenLine,
} from '../../conformance/specification/traceability/corpus.ts'
import { interpretations } from '../../conformance/specification/traceability/interpretations.ts'
import {
  conditionalInWords,
  consequences,
  judgedHow,
} from '../../conformance/specification/traceability/requirement-words.ts'
import { rowsFor } from '../../conformance/specification/traceability/specification-map.ts'
import { cell, table } from './cell.ts'

/** The contents of a page about one requirement, except the requirement itself. */
export interface RequirementFacts {
  /** The lines of the corpus for it. */
  readonly examples: readonly WrittenLine[]
  /** The faults that it detects, starting with its own. */
  readonly faults: readonly string[]
  /** The first case of the profile `standard` that aims at it; absent if only random requests or probes do. */
  readonly planned?: string
  /** A command that sends the request of the first failing example; absent if it uploads files. */
  readonly curl?: string
}

/** The maximum number of faults that are listed. More are only counted. */
const mostFaults = 5

/**
 * Returns the page about one requirement: its statement, level, examples, the faults that it detects, and a command.
 */
export function requirementPage(requirement: Requirement, facts: RequirementFacts): string {
  const { id, statement } = requirement
  return `${[
    `# ${id}`,
    cell(statement),
    table(['', ''], factRows(requirement)).trimEnd(),
    ...sentences(requirement),
    ...examplesThat('pass', 'Examples that pass', facts),
    ...examplesThat('fail', 'Examples that fail', facts),
    ...faultsText(facts.faults),
    ...commandsText(requirement, facts),
  ].join('\n\n')}\n`
}

function factRows(requirement: Requirement): readonly (readonly string[])[] {
  const { section, level, dimension, endpoint, alsoOn = [], conditional, capability, interpretation } = requirement
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['section', section],
    ['level', `\`${level}\`: ${consequences[level]}`],
    ['interpretation', interpretation && `${interpretation}: ${interpretations()[interpretation]}`],
    ['about', dimension],
    ['operations', [endpoint, ...alsoOn].join(', ')],
    ['judged', judgedHow(requirement)],
    ['conditional', conditional === true ? conditionalInWords : undefined],
    ['capability', capability],
  ]
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, cell(value)]]))
}

/** Lists the sentences of the specification that differ from the statement of the requirement. */
function sentences(requirement: Requirement): readonly string[] {
  const rows = rowsFor(requirement).filter(({ says }) => says !== requirement.statement)
  if (rows.length === 0) return []
  return ['## In the specification', rows.map(({ section, says }) => `- ${section}: ${cell(says)}`).join('\n')]
}

/** Renders the first example completely, and the descriptions of the others. */
function examplesThat(verdict: 'pass' | 'fail', title: string, { examples }: RequirementFacts): readonly string[] {
  const [first, ...others] = examples.filter((line) => line.verdict === verdict)
  if (first === undefined) return []
  const more = others.map(({ description }) => `- ${cell(description)}`)
  return [
    `## ${title}`,
    `${cell(first.description)}:`,
    exampleText(first),
    ...(more.length === 0 ? [] : ['Also:', more.join('\n')]),
  ]
}

function faultsText(faults: readonly string[]): readonly string[] {
  if (faults.length === 0) return []
  const shown = faults.slice(0, mostFaults).map((id) => `mgi serve --fault ${id}`)
  const left = faults.length - shown.length
  const more = left > 0 ? [`and ${left} more: \`npx mgi requirements\` with the id lists them.`] : []
  return [
    '## The fault that it detects',
    'A gateway with this fault, to see what a client or a report makes of it:',
    block(shown.map((line) => `npx ${line}`).join('\n'), 'sh'),
    ...more,
  ]
}

function commandsText({ id, behind }: Requirement, { planned, curl }: RequirementFacts): readonly string[] {
  if (behind === true)
    return [
      '## Try it',
      'The suite plays the provider of the gateway. `MGI_API_KEY` holds the key.',
      block('npx mgi run http://127.0.0.1:8080 --upstream 9100', 'sh'),
    ]
  const replay = planned === undefined ? [] : [`npx mgi run http://127.0.0.1:8080 --replay ${planned}`]
  return [
    '## Try it',
    'Test only this requirement. `MGI_API_KEY` holds the key.',
    block(`npx mgi run http://127.0.0.1:8080 --requirement ${id}`, 'sh'),
    ...(replay.length === 0 ? [] : ['After a run, send the case again that aims at it:', block(replay[0]!, 'sh')]),
    ...(curl === undefined ? [] : ['Send the request of the failing example by hand:', block(curl, 'sh')]),
  ]
}

/** The maximum number of exchanges, lines and columns that are shown. The last exchanges are the relevant ones. */
const mostExchanges = 3
const mostLines = 40
const mostColumns = 200

/** Formats the exchanges of a corpus line as Markdown blocks of HTTP. */
function exampleText({ exchanges }: Pick<WrittenLine, 'exchanges'>): string {
  const shown = exchanges.slice(-mostExchanges)
  const left = exchanges.length - shown.length
  const note = left === 0 ? [] : [`Before it: ${left} more exchange${left === 1 ? '' : 's'}.`]
  return [...note, ...shown.map((exchange) => block(exchangeText(exchange)))].join('\n\n')
}

/** Returns text as a code block. Its fence is longer than any in the text. */
function block(text: string, language = 'text'): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function exchangeText({ request, response, ended = 'complete' }: WrittenExchange): string {
  const { method, path } = request
  const sent = [`${method} ${path}`, ...headerLines(request.headers), ...bodyLines(request)]
  const received =
    response === null
      ? ['no response']
      : [`status ${response.status}`, ...headerLines(response.headers), ...bodyLines(response)]
  return [...sent, '', ...received, ...(ended === 'complete' ? [] : ['', `ended: ${ended}`])].map(clipped).join('\n')
}

function headerLines(headers: WrittenHeaders = {}): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== '')
      .map((one) => `${name}: ${one}`),
  )
}

function bodyLines(body: WrittenBody): readonly string[] {
  const lines = linesOf(body)
  if (lines.length === 0) return []
  const left = lines.length - mostLines
  return ['', ...lines.slice(0, mostLines), ...(left > 0 ? [`… ${counted(left, 'more line')}`] : [])]
}

function linesOf(body: WrittenBody): readonly string[] {
  if (body.multipart)
    return body.multipart.map(({ name, value, filename, fixture, type }) =>
      value === undefined
        ? `${name}: a file, ${filename ?? fixture ?? 'a.png'} (${type ?? 'image/png'})`
        : `${name}: ${value}`,
    )
  if (body.events)
    return body.events.flatMap(({ event, data }) => [
      ...(event === undefined ? [] : [`event: ${event}`]),
      `data: ${typeof data === 'string' ? data : JSON.stringify(data)}`,
      '',
    ])
  if (body.text !== undefined) return body.text.split(/\r?\n/)
  if (body.base64 !== undefined) return [`bytes, in base64: ${body.base64}`]
  return 'json' in body ? JSON.stringify(body.json, null, 2).split('\n') : []
}

/** Returns a line without control characters, truncated to a maximum length. */
function clipped(line: string): string {
  const plain = line.replaceAll(/\p{C}/gu, '\ufffd')
  return plain.length <= mostColumns
    ? plain
    : `${plain.slice(0, mostColumns)}… (${counted(plain.length - mostColumns, 'more character')})`
}
