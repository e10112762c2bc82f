import type { Observation } from '../model/observation.ts'
import type { ExchangeRequirement } from '../model/requirement.ts'
import type { Tally } from './tally.ts'

/** Judges one exchange by one requirement. A check that throws is our defect: it becomes an error, and the run goes on. */
export function checkExchange(requirement: ExchangeRequirement, seen: Observation, tally: Tally): void {
  const exchange = seen.exchange.id
  try {
    if (!requirement.appliesTo(seen)) return
    tally.judged()
    const missing = requirement.needs.find((facet) => !seen.exchange.captured.includes(facet))
    if (missing !== undefined) tally.add({ exchange, doubt: true, message: `not captured: ${missing}` })
    else for (const finding of requirement.check(seen)) tally.add({ ...finding, exchange })
  } catch (error) {
    tally.addError(exchange, error)
  }
}
