import { endNotCaptured } from '../../core/model/exchange.ts'
import type { Observation } from '../../core/model/observation.ts'
import { appliesTo, type ExchangeRequirement } from '../../core/model/requirement.ts'
import type { Ruling } from './ruling.ts'

/** Explains that a requirement was not tested because a recording does not show how exchanges ended. */
export interface OpenEnds {
  note(seen: Observation): void
  /** Returns the ruling, with this reason if nothing was tested. */
  withReason(ruling: Ruling): Ruling
}

/** Starts recording the exchanges to which a requirement would apply if they were complete. */
export function startOpenEnds(requirement: ExchangeRequirement): OpenEnds {
  let isAny = false
  return {
    note: (seen) => {
      if (isAny || seen.exchange.trouble !== endNotCaptured) return
      isAny = !applies(requirement, seen) && applies(requirement, { ...seen, complete: true })
    },
    withReason: (ruling) =>
      isAny && ruling.verdict === 'untested' && ruling.untested === undefined
        ? { ...ruling, untested: `not tested: ${endNotCaptured}` }
        : ruling,
  }
}

function applies(requirement: ExchangeRequirement, seen: Observation): boolean {
  try {
    return appliesTo(requirement, seen)
  } catch {
    return false
  }
}
