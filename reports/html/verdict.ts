import type { Report } from '../../conformance/model/report.ts'
import { deedOf, effortOf, subjectOf, whenOf } from '../identity.ts'
import { type Html, html } from '../markup.ts'
import { headlines } from '../outcome.ts'

/** The first thing on the page: conforming or not and why, then who was judged against what, when and how. */
export function verdict(report: Report): Html {
  const { summary, tool, document, profile, seed, strict } = report
  const { glyph, word } = headlines[summary.verdict]
  return html`<header id="verdict" class="verdict ${summary.verdict}">
<h1><span class="glyph" aria-hidden="true">${glyph}</span> ${word}: ${subjectOf(report)}</h1>
<p class="reason">${sentence(summary.reason)}</p>
<p>${tool.name} ${tool.version} ${deedOf(report)} ${subjectOf(report)}
on <time datetime="${report.startedAt}">${whenOf(report)}</time>,
against the document with digest <code class="digest">${document.digest}</code>,
with profile <strong>${profile}</strong> and seed <strong>${seed}</strong>${strict ? ', strict: what the document only implies counts as stated' : ''}.
${effortOf(report)}.</p>
</header>`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
