import type { ReportedFinding } from '../../conformance/model/report.ts'
import { counted } from '../identity.ts'
import { type Html, html, prose } from '../markup.ts'
import type { Result } from '../result.ts'
import { expectedText, receivedText } from '../value.ts'
import type { Kind } from './alike.ts'
import type { NumberedKind } from './card-parts.ts'
import { command } from './command.ts'
import type { Evidence } from './evidence.ts'
import { excerpt } from './excerpt.ts'
import { exchangeDetails } from './exchange.ts'

/** One kind of finding: the message, expected and received, what the finding is about, and how to see it again. */
export function finding({ kind, number, anchor }: NumberedKind, result: Result, evidence: Evidence): Html {
  const { first, findings } = kind
  const exchange = evidence.exchanges.get(first.exchange)
  const isLeftOut = evidence.leftOut.has(first.exchange)
  return html`<div class="finding" id="${anchor}">
<p class="message">${prose(first.message)} <a class="permalink" href="#${anchor}">link<span class="unseen"> to finding ${number} of ${result.id}</span></a>${findings.length === 1 ? undefined : html` <span class="times">the same ${findings.length} times</span>`}</p>
${facts(first)}
${exchange === undefined || isLeftOut ? undefined : html`<div class="excerpt">${excerpt(first, exchange)}</div>`}
${exchangeDetails('The whole exchange', first.exchange, sameExchange(result.findings, first), anchor, evidence)}
${first.shrunk === undefined ? undefined : exchangeDetails('The smallest request that still fails', first.shrunk, [], anchor, evidence)}
${command('Replay', first.replay)}
${command('curl', first.curl)}
${others(kind, anchor, evidence)}
</div>
`
}

function facts({ path, expected, actual, departure, intermittent }: ReportedFinding): Html | undefined {
  const received = actual === undefined ? absence(expected, departure) : receivedText(actual)
  const lines = [
    expected === undefined ? undefined : fact('expected', 'Expected', expectedText(expected)),
    received === undefined ? undefined : fact('received', 'Received', received),
    path === undefined ? undefined : fact('where', 'Where', path),
    intermittent === undefined
      ? undefined
      : fact('where', 'Intermittent', 'did not repeat when the same request was sent again'),
  ].filter((line) => line !== undefined)
  return lines.length === 0 ? undefined : html`<dl class="facts">${lines}</dl>`
}

/** What was received where there is no value to show. */
function absence(expected: unknown, departure: ReportedFinding['departure']): string | undefined {
  if (departure !== undefined && departure.event === undefined) return 'the end of the stream'
  return expected === 'present' ? 'nothing' : undefined
}

function fact(name: string, label: string, text: string): Html {
  return html`<div class="${name}"><dt>${label}</dt><dd><code>${text}</code></dd></div>
`
}

function sameExchange(findings: readonly ReportedFinding[], { exchange }: ReportedFinding): readonly ReportedFinding[] {
  return findings.filter((other) => other.exchange === exchange)
}

/** The other exchanges that show the same; a smaller request may stand with any of them. */
function others({ first, findings }: Kind, anchor: string, evidence: Evidence): Html | undefined {
  const rest = findings.filter(({ exchange }) => exchange !== first.exchange)
  if (rest.length === 0) return undefined
  const shrunk = rest.flatMap((item) => (item.shrunk === undefined ? [] : [item.shrunk]))
  return html`${[...new Set(shrunk)].map((smaller) => exchangeDetails('The smallest request that still fails', smaller, [], anchor, evidence))}
<details class="others"><summary>The same in ${counted(rest.length, 'other exchange')}</summary>
<ul class="ids">${rest.map(({ exchange }) => html`<li><code>${exchange}</code></li>`)}</ul></details>`
}
