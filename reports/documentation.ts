import type { Report } from '../conformance/model/report.ts'
import { endpoints } from '../conformance/model/vocabulary.ts'

/** What ids of our own requirements begin with; those of users have no page. */
const areas: ReadonlySet<string> = new Set(endpoints.map(areaOf))

/**
 * The page about a requirement on the documentation site that a report names. `undefined` where it names none, and where
 * what it names is not http or https: results may come from anybody.
 */
export function pageAbout(id: string, { docs }: Pick<Report, 'docs'>): string | undefined {
  if (docs === undefined || !areas.has(areaOf(id)) || !URL.canParse(docs)) return undefined
  const { protocol, origin, pathname } = new URL(docs)
  if (!/^https?:$/.test(protocol)) return undefined
  const folder = pathname.replace(/\/+$/, '').replaceAll(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
  return `${origin}${folder}/requirements/${encodeURIComponent(id)}.html`
}

function areaOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}
