import type { ReportedFinding } from '../../conformance/model/report.ts'
import { findingFacts } from '../account.ts'
import { type Html, html } from '../markup.ts'

/** One finding: the message, then what was expected and received, where, and how to see it again. */
export function finding(item: ReportedFinding): Html {
  const facts = findingFacts(item).filter(({ label }) => label !== 'exchange' && label !== 'smallest request')
  return html`<p class="message">${item.message}</p>
<dl>${facts.map(
    ({
      label,
      text,
      isCommand,
    }) => html`<div class="${isCommand ? 'command' : label}"><dt>${titled(label)}</dt><dd><code>${text}</code></dd></div>
`,
  )}</dl>`
}

function titled(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1)
}
