import type { Report } from '../conformance/model/report.ts'
import { endpoints } from '../conformance/model/vocabulary.ts'

/** What ids of our own requirements begin with; those of users have no page. */
const areas: ReadonlySet<string> = new Set(endpoints.map(areaOf))

/** The page about a requirement on the documentation site that a report names; `undefined` where there is none. */
export function pageAbout(id: string, report: Pick<Report, 'docs'>): string | undefined {
  const site = siteOf(report)
  return site === undefined || !areas.has(areaOf(id))
    ? undefined
    : `${site}/requirements/${encodeURIComponent(id)}.html`
}

/** The place about a known defect of other gateways there. */
export function placeOfDefect(anchor: string, report: Pick<Report, 'docs'>): string | undefined {
  const site = siteOf(report)
  return site && `${site}/known-defects.html#${encodeURIComponent(anchor)}`
}

/** Results may come from anybody: what they name is a site only if it is http or https. */
function siteOf({ docs }: Pick<Report, 'docs'>): string | undefined {
  if (docs === undefined || !URL.canParse(docs)) return undefined
  const { protocol, origin, pathname } = new URL(docs)
  const folder = pathname.replace(/\/+$/, '').replaceAll(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
  return /^https?:$/.test(protocol) ? `${origin}${folder}` : undefined
}

function areaOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}
