import type { Report } from '../../conformance/core/model/report.ts'
import { counted } from '../../conformance/core/text/counted.ts'
import { clientVerdictText } from '../clients.ts'
import { actionInWords, effortOf, runSettings, sentenceOf, specificationName, targetName, whenOf } from '../identity.ts'
import { boundsOf, cutsOf } from '../limits.ts'
import { type Html, html } from '../markup.ts'
import { headlines } from '../outcome.ts'
import { phrases } from '../phrases.ts'
import { isNothingTested } from '../select.ts'
import { anchorOf } from './anchor.ts'

/** Renders the verdict and its reason, and the target, specification, time and mode of the run. */
export function verdict(report: Report): Html {
  const { summary, tool, specification, strict } = report
  const { glyph, word } = headlines[summary.verdict]
  const limits = [...cutsOf(report), ...boundsOf(report)]
  const isLimited = limits.length > 0 && !isNothingTested(report)
  return html`<header id="verdict" class="verdict ${summary.verdict}${isLimited ? ' limited' : ''}">
<p class="badge" aria-hidden="true">${glyph}</p>
<div>
<h1>${word}: <span class="target">${targetName(report)}</span></h1>
<p class="reason">${reason(report)}${excused(report)}</p>
${clientVerdict(report)}<p class="figures"><strong>${figures(report)}</strong>${isLimited ? html` <a href="#limits">Limited run</a>: ${limits[0]}${limits.length > 1 ? `, and ${limits.length - 1} more` : ''}.` : undefined}</p>
<p class="identity">${tool.name} <strong>${tool.version}</strong> ${actionInWords(report)} <strong>${targetName(report)}</strong>
on <time datetime="${report.startedAt}">${whenOf(report)}</time>
against ${specificationName(report)} (<a href="#about"><code>${shortDigest(specification.digest)}</code></a>)${planOf(report)}${strict ? ', strict: a failed implied requirement fails the run' : ''}.
<span class="effort">${effortOf(report)}.</span></p>
</div>
</header>`
}

/** Renders the profile and the seed. Recorded traffic has neither. */
function planOf(report: Report): Html | undefined {
  if (!runSettings(report).includes('seed')) return undefined
  return html`,
profile <strong>${report.profile}</strong>, seed <strong>${report.seed}</strong>`
}

/** Renders the verdict for the clients that the run names. */
function clientVerdict(report: Report): Html | undefined {
  const text = clientVerdictText(report)
  return text === undefined
    ? undefined
    : html`<p class="reason">${text}</p>
`
}

/** Returns for example `692 of 735 requirements passed, 0 failed, 27 not tested.` */
function figures(report: Report): string {
  const { summary, requirements } = report
  const { counts } = summary
  if (isNothingTested(report))
    return `Nothing was tested: no verdict on any of ${counted(requirements.length, 'requirement')}.`
  const others = (['warn', 'inconclusive', 'observed'] as const).filter((outcome) => counts[outcome] > 0)
  const words = { warn: 'warned', inconclusive: 'inconclusive', observed: 'informational' }
  const more = others.map((outcome) => `, ${counts[outcome]} ${words[outcome]}`).join('')
  return `${counts.pass} of ${requirements.length} requirements passed, ${counts.fail} failed${more}, ${counts.skipped} not tested.`
}

function excused({ summary }: Report): Html | undefined {
  if (summary.excused === undefined || summary.excused === 0) return undefined
  return html` ${counted(summary.excused, 'failed result')} ${summary.excused === 1 ? 'is' : 'are'} excused by the <a href="#known-failures">list of known failures</a>.`
}

/** Renders the reason, with links to the requirements that it names. */
function reason({ summary, requirements }: Report): Html {
  const ids = new Set(requirements.map(({ id }) => id))
  return html`${phrases(sentenceOf(summary.reason)).map(({ words, isCode }) => (isCode ? html`<code>${words}</code>` : linked(words, ids)))}`
}

function linked(text: string, ids: ReadonlySet<string>): Html {
  const words = text.split(/([a-z]+\.[a-z0-9-]+)/)
  return html`${words.map((word) => (ids.has(word) ? html`<a href="#${anchorOf(word)}"><code>${word}</code></a>` : word))}`
}

/** Shortens a digest. The complete one is at the end of the page. */
function shortDigest(digest: string): string {
  return digest.replace(/^sha256:/, '').slice(0, 12)
}
