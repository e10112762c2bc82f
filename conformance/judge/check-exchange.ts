import { notCaptured } from '../model/exchange.ts'
import type { Finding } from '../model/finding.ts'
import { isSuccess, type Observation } from '../model/observation.ts'
import { appliesTo, type ExchangeRequirement } from '../model/requirement.ts'
import type { Tally } from './tally.ts'

/**
 * Judges one exchange by one requirement. A check that throws is our defect: it becomes an error, and the run goes on.
 * A body that nobody recognises can break what is said about bodies, but earns no pass for what it does not hold.
 */
export function checkExchange(requirement: ExchangeRequirement, seen: Observation, tally: Tally): void {
  const exchange = seen.exchange.id
  try {
    if (isBeside(requirement, seen) || !appliesTo(requirement, seen)) return
    const findings = findingsOf(requirement, seen)
    if (findings.length === 0 && earnsNothing(requirement, seen)) return
    tally.judged(findings.length === 0 ? exchange : undefined)
    for (const finding of findings) tally.add({ ...inTheLight(seen, finding), exchange })
  } catch (error) {
    tally.addError(exchange, error)
  }
}

function findingsOf(requirement: ExchangeRequirement, seen: Observation): readonly Finding[] {
  const missing = notCaptured(seen.exchange, requirement.needs)
  return missing === undefined ? [...requirement.check(seen)] : [{ doubt: true, message: missing }]
}

/** A body that cannot be read looks empty to a check; whoever reads the finding is told why. */
function inTheLight({ unread }: Observation, finding: Finding): Finding {
  return unread === undefined ? finding : { ...finding, message: `${finding.message}; ${unread}` }
}

/**
 * The content of a success that should have been a rejection has no finding of its own: the success is the one failure,
 * and a reply to a request that makes no sense has nothing to go by (interpretation G13).
 */
function isBeside({ needsControlRequest }: ExchangeRequirement, { request, status }: Observation): boolean {
  return isSuccess(status) && needsControlRequest !== true && request.violations.length > 0
}

function earnsNothing({ needs }: ExchangeRequirement, { isRecognised, responseClass }: Observation): boolean {
  return !isRecognised && (responseClass === 'unrecognised' || needs.includes('response-body'))
}
