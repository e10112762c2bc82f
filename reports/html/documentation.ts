import type { Report } from '../../conformance/model/report.ts'
import { pageAbout } from '../documentation.ts'
import { type Html, html } from '../markup.ts'

/** Returns a link to the page about a requirement, if the report names a documentation site. */
export function documentation(id: string, report: Pick<Report, 'docs'>): Html | undefined {
  const page = pageAbout(id, report)
  return page === undefined
    ? undefined
    : html` <a class="documentation" href="${page}" rel="noreferrer">documentation<span class="unseen"> of ${id}</span></a>`
}
