import type { Report, ResultName } from '../../conformance/core/model/report.ts'
import { pageAbout } from '../documentation.ts'
import { type Html, html } from '../markup.ts'
import { anchorOf, resultAnchorOf } from './anchor.ts'

/** The anchors of requirements and results on the page. */
export type Anchors = ReadonlySet<string>

/** Returns whether a requirement has a card: all have one except those that passed or were not tested. */
export function hasCard({ verdict }: Report['requirements'][number]): boolean {
  return verdict !== 'pass' && verdict !== 'skipped'
}

export function anchorsOf({ requirements }: Report): Anchors {
  return new Set(
    requirements.flatMap((requirement) => {
      const own = hasCard(requirement) ? requirement.operations : []
      return [anchorOf(requirement.id), ...own.map(({ operation }) => resultAnchorOf(requirement.id, operation))]
    }),
  )
}

/** Renders the name of a result as a link to its card or its line. */
export function linkToResult({ requirement, operation }: ResultName, anchors: Anchors): Html {
  const words = html`<code>${requirement}</code> on <code>${operation}</code>`
  const place = [resultAnchorOf(requirement, operation), anchorOf(requirement)].find((anchor) => anchors.has(anchor))
  return place === undefined ? words : html`<a href="#${place}">${words}</a>`
}

/** Returns a link to the page about a requirement, if the report names a documentation site. */
export function documentation(id: string, report: Pick<Report, 'docs'>): Html | undefined {
  const page = pageAbout(id, report)
  return page === undefined
    ? undefined
    : html` <a class="documentation" href="${page}" rel="noreferrer">documentation<span class="unseen"> of ${id}</span></a>`
}
