import type { Report } from '../conformance/core/model/report.ts'
import { endpoints } from '../conformance/core/model/vocabulary.ts'

/** The prefixes of built-in requirements. Custom requirements have no page. */
const areas: ReadonlySet<string> = new Set([...endpoints.map(areaOf), 'upstream'])

/** Returns the URL of the page about a requirement on the documentation site of the report, if it has one. */
export function pageAbout(id: string, report: Pick<Report, 'docs'>): string | undefined {
  const site = siteOf(report)
  return site === undefined || !areas.has(areaOf(id))
    ? undefined
    : `${site}/requirements/${encodeURIComponent(id)}.html`
}

/** Returns the URL of the paragraph about a known defect of other gateways on that site. */
export function placeOfDefect(anchor: string, report: Pick<Report, 'docs'>): string | undefined {
  const site = siteOf(report)
  return site && `${site}/known-defects.html#${encodeURIComponent(anchor)}`
}

/**
 * Returns the documentation URL without a trailing slash. Results may come from anyone, so only http and https are
 * accepted.
 */
function siteOf({ docs }: Pick<Report, 'docs'>): string | undefined {
  if (docs === undefined || !URL.canParse(docs)) return undefined
  const { protocol, origin, pathname } = new URL(docs)
  const folder = pathname.replace(/\/+$/, '').replaceAll(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
  return /^https?:$/.test(protocol) ? `${origin}${folder}` : undefined
}

function areaOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}
