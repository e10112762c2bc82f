import type { Report, RunVerdict } from '../conformance/core/model/report.ts'
import { isEnoughTested } from '../conformance/core/model/run-verdict.ts'
import { counted } from '../conformance/core/text/counted.ts'
import { visibleLine } from '../conformance/core/text/visible.ts'
import { featuresInWords, isBroken } from './features.ts'
import { publicName, whenOf } from './identity.ts'
import { excusedIn, unexcused } from './known.ts'
import { html } from './markup.ts'
import { wordOf } from './outcome.ts'
import type { Result } from './result.ts'

/** Dark enough for white text (WCAG 2.2, 4.5:1). */
const colours = {
  conforming: '#116329',
  'no-new-failure': '#57606a',
  nonconforming: '#a40e26',
  inconclusive: '#57606a',
} as const satisfies Record<RunVerdict, string>

/** The approximate width of a character. `textLength` states the width of the whole text, so that it always fits. */
const characterWidth = 6.2
const padding = 6

/** The most broken features that the title names. */
const namedAtMost = 5

/** Returns the left part of the badge: the interface, with the edition. */
export function badgeLabel({ edition }: Pick<Report, 'edition'>): string {
  return edition === undefined ? 'model gateway interface' : `model gateway interface ${edition}`
}

/**
 * Renders an SVG badge: the edition, the verdict in words, and a note if the run was limited. Its title names the broken
 * features, the gateway, the date and the version of the suite.
 */
export function badge(report: Report): string {
  const text = badgeMessage(report)
  const label = badgeLabel(report)
  const suite = `${report.tool.name} ${report.tool.version}`
  const [left, right] = [widthOf(label), widthOf(text)]
  const about = visibleLine(`${label}: ${text}${brokenIn(report)}; ${publicName(report)}, ${whenOf(report)}, ${suite}`)
  const piece = (x: number, width: number, words: string) =>
    html`<text x="${x + padding}" y="14" textLength="${width - 2 * padding}" lengthAdjust="spacingAndGlyphs">${words}</text>`
  return `${html`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${about}">
<title>${about}</title>
<rect width="${left}" height="20" fill="#24292f"/>
<rect x="${left}" width="${right}" height="20" fill="${colours[report.summary.verdict]}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${piece(0, left, label)}
${piece(left, right, text)}
</g>
</svg>
`}`
}

/**
 * Returns the verdict, for example `conforming`, `nonconforming (2 failed)` or `conforming (1 known failure, limited)`.
 * Counts failures by requirement.
 */
/** Returns the right part of the badge: the verdict, and what limits it. */
export function badgeMessage(report: Report): string {
  const failed = idsOf(unexcused(report)).size
  const excused = idsOf(excusedIn(report)).size
  const { verdict, mandatory } = report.summary
  const besides = [
    ...(verdict === 'no-new-failure' && mandatory !== undefined && !isEnoughTested(mandatory)
      ? [`${mandatory.tested} of ${mandatory.selected} tested`]
      : []),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(excused === 0 ? [] : [counted(excused, 'known failure')]),
    ...(report.limits.length === 0 ? [] : ['limited']),
  ]
  return besides.length === 0 ? wordOf(verdict) : `${wordOf(verdict)} (${besides.join(', ')})`
}

/** Returns for example `; broken: Streaming, Tools (messages)`. */
function brokenIn({ features = [] }: Report): string {
  const broken = features.filter(isBroken)
  return broken.length === 0 ? '' : `; broken: ${featuresInWords(broken, namedAtMost)}`
}

function idsOf(results: readonly Result[]): ReadonlySet<string> {
  return new Set(results.map(({ id }) => id))
}

function widthOf(text: string): number {
  return Math.round(text.length * characterWidth) + 2 * padding
}
