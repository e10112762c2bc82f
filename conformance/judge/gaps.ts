import { type Exchange, type Facet, facets, notCaptured } from '../model/exchange.ts'
import type { Observation } from '../model/observation.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Ruling } from './ruling.ts'

/** The facets that the sources of a run were not able to see. */
export interface Gaps {
  note(seen: Observation): void
  /** The ruling; where it says no more than that nothing was tested, with the missing capture as the reason. */
  withGaps(ruling: Ruling): Ruling
}

/** Starts noting, operation by operation. */
export function startGaps(): Gaps {
  const lacking = new Map<string, Set<Facet>>()
  return {
    note: ({ operation, exchange }) => {
      const missing = facets.filter((facet) => !exchange.captured.includes(facet))
      if (missing.length === 0) return
      const known = lacking.get(operation.id) ?? new Set()
      lacking.set(operation.id, known)
      for (const facet of missing) known.add(facet)
    },
    withGaps: (ruling) => {
      if (ruling.verdict !== 'untested' || ruling.untested !== undefined || lacking.size === 0) return ruling
      const missing = lacking.get(ruling.operation) ?? new Set()
      const why = notCaptured(allBut(missing), neededBy(ruling.requirement))
      return why === undefined ? ruling : { ...ruling, untested: `not tested: ${why}` }
    },
  }
}

function allBut(missing: ReadonlySet<Facet>): Pick<Exchange, 'captured'> {
  return { captured: facets.filter((facet) => !missing.has(facet)) }
}

/** Returns whether a request is accepted or rejected tells nothing where nobody knows whether it brought the key. */
function neededBy({ kind, needs }: Requirement): readonly Facet[] {
  return kind === 'acceptance' || kind === 'rejection' ? [...new Set<Facet>(['request-headers', ...needs])] : needs
}
