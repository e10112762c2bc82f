import type { Declaration, Report } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'
import type { Evidence } from './evidence.ts'
import { exchangeDetails } from './exchange.ts'

/** What the vendor declares absent, and what was found: wrong declarations first. */
export function declarations({ declarations: list }: Report, evidence: Evidence): Html | undefined {
  if (list === undefined) return undefined
  const found = (word: Declaration['found']) => list.filter((declaration) => declaration.found === word)
  return html`<section id="declarations" aria-labelledby="declarations-title">
<h2 id="declarations-title">Declared absent</h2>
${found('present').map((wrong) => wrongDeclaration(wrong, evidence))}
${named('Absent, as declared:', found('absent'))}
${named('Could not be determined:', found('unknown'))}
</section>`
}

function wrongDeclaration({ capability, exchange }: Declaration, evidence: Evidence): Html {
  return html`<div class="wrong"><p><strong>Wrong declaration:</strong> <code>${capability}</code> is declared absent, but is present.</p>
${exchange === undefined ? undefined : exchangeDetails('The exchange that shows it', exchange, [], 'declarations', evidence)}</div>
`
}

function named(title: string, list: readonly Declaration[]): Html | undefined {
  if (list.length === 0) return undefined
  return html`<p>${title} ${list.map(({ capability }, index) => html`${index === 0 ? '' : ', '}<code>${capability}</code>`)}.</p>`
}
