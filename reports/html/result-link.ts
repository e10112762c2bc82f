import type { Report, ResultName } from '../../conformance/model/report.ts'
import { type Html, html } from '../markup.ts'
import { anchorOf, resultAnchorOf } from './anchor.ts'

/** The places of the page that links may lead to: of requirements, and of results that have a place of their own. */
export type Anchors = ReadonlySet<string>

/** Whether a requirement has a card on the page: all but those that passed or were not tested at all. */
export function hasCard({ verdict }: Report['requirements'][number]): boolean {
  return verdict !== 'pass' && verdict !== 'skipped'
}

/** Every place of requirements and results on the page of a report. */
export function anchorsOf({ requirements }: Report): Anchors {
  return new Set(
    requirements.flatMap((requirement) => {
      const own = hasCard(requirement) ? requirement.operations : []
      return [anchorOf(requirement.id), ...own.map(({ operation }) => resultAnchorOf(requirement.id, operation))]
    }),
  )
}

/** A result by its name, as a link to the nearest place that says more of it. */
export function linkToResult({ requirement, operation }: ResultName, anchors: Anchors): Html {
  const words = html`<code>${requirement}</code> on <code>${operation}</code>`
  const place = [resultAnchorOf(requirement, operation), anchorOf(requirement)].find((anchor) => anchors.has(anchor))
  return place === undefined ? words : html`<a href="#${place}">${words}</a>`
}
