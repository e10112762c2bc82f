import type { Report } from '../../conformance/model/report.ts'
import { counted, deedOf, effortOf, subjectOf, whenOf } from '../identity.ts'
import { type Html, html } from '../markup.ts'
import { headlines } from '../outcome.ts'
import { ending } from '../select.ts'
import { anchorOf } from './anchor.ts'

/** The most broken requirements that the verdict names; the rest are a click away. */
const namedAtMost = 6

/** The first thing on the page: conforming or not and why, then who was judged against what, when and how. */
export function verdict(report: Report): Html {
  const { summary, tool, document, profile, seed, strict } = report
  const { glyph, word } = headlines[summary.verdict]
  return html`<header id="verdict" class="verdict ${summary.verdict}">
<p class="badge" aria-hidden="true">${glyph}</p>
<div>
<h1>${word}: ${subjectOf(report)}</h1>
<p class="reason">${sentence(summary.reason)}${excused(report)}</p>
${broken(report)}
<p class="identity">${tool.name} <strong>${tool.version}</strong> ${deedOf(report)} <strong>${subjectOf(report)}</strong>
on <time datetime="${report.startedAt}">${whenOf(report)}</time>
against the document with digest <a href="#about"><code>${shortDigest(document.digest)}</code></a>,
profile <strong>${profile}</strong>, seed <strong>${seed}</strong>${strict ? ', strict: what the document only implies counts as stated' : ''}.
<span class="effort">${effortOf(report)}.</span></p>
</div>
</header>`
}

function excused({ summary }: Report): Html | undefined {
  if (summary.excused === undefined || summary.excused === 0) return undefined
  return html` ${counted(summary.excused, 'failure')} ${summary.excused === 1 ? 'is' : 'are'} excused by the <a href="#known-failures">list of known failures</a>.`
}

function broken(report: Report): Html | undefined {
  const failed = ending(report, 'fail')
  if (failed.length === 0) return undefined
  const links = failed.slice(0, namedAtMost).map(({ id }) => html`<li><a href="#${anchorOf(id)}"><code>${id}</code></a></li>`)
  const more = failed.length - links.length
  return html`<ul class="broken" aria-label="Broken requirements">${links}${more > 0 ? html`<li><a href="#fail">and ${more} more</a></li>` : undefined}</ul>`
}

/** Enough of a digest to compare by eye; the whole of it is at the end of the page. */
function shortDigest(digest: string): string {
  return digest.replace(/^sha256:/, '').slice(0, 12)
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
