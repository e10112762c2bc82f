import { isCaptured, notCaptured } from '../../core/model/exchange.ts'
import type { Finding } from '../../core/model/finding.ts'
import { isSuccess, type Observation } from '../../core/model/observation.ts'
import { appliesTo, type ExchangeRequirement } from '../../core/model/requirement.ts'
import type { Tally } from './tally.ts'

/**
 * Judges one exchange by one requirement. A check that throws is a defect of the suite: it becomes an error, and the
 * run continues. An unrecognised body can violate requirements on bodies, but it passes none of them. A success with
 * such a body passes nothing at all.
 */
export function checkExchange(requirement: ExchangeRequirement, seen: Observation, tally: Tally): void {
  const exchange = seen.exchange.id
  try {
    if (isBeside(requirement, seen) || !appliesTo(requirement, seen)) return
    const missing = notCaptured(seen.exchange, requirement.needs)
    const findings: readonly Finding[] =
      missing === undefined ? lit(seen, requirement.check(seen)) : [unjudged(requirement, seen, missing)]
    if (findings.length === 0 && earnsNothing(requirement, seen)) return
    tally.judged(findings.length === 0 ? exchange : undefined)
    for (const finding of findings) tally.add({ ...finding, exchange })
    tally.sign(findings, seen)
  } catch (error) {
    tally.addError(exchange, error)
  }
}

const tooBusy = "the suite's own machine was too busy to time this"

/**
 * Returns the finding on an exchange that lacks a part. A run records everything but the times of a moment in which the
 * program was busy: where nothing depends on them, that is worth no more than a note.
 */
function unjudged({ level, needs }: ExchangeRequirement, { exchange }: Observation, missing: string): Finding {
  const isUntimed = exchange.source === 'runner' && needs.includes('timing') && !isCaptured(exchange, 'timing')
  const isAlone =
    isUntimed &&
    notCaptured(
      exchange,
      needs.filter((part) => part !== 'timing'),
    ) === undefined
  return isAlone && level === 'unspecified' ? { message: tooBusy } : { doubt: true, message: missing }
}

/**
 * Adds the reason to findings on a body that cannot be read, since such a body looks empty to a check. Also says that a
 * recorded body is empty, since a recorder may have lost it.
 */
function lit({ unread, body, exchange }: Observation, findings: Iterable<Finding>): readonly Finding[] {
  const isEmpty = exchange.source === 'har' && exchange.response !== null && body.length === 0
  const why = unread ?? (isEmpty ? 'the recorded body is empty' : undefined)
  return [...findings].map((one) => (why === undefined ? one : { ...one, message: `${one.message}; ${why}` }))
}

/**
 * Returns whether the exchange is a success that should have been a rejection. The success is then the only failure:
 * the content of a reply to an invalid request is not judged (interpretation G13).
 */
function isBeside({ needsControlRequest }: ExchangeRequirement, { request, status }: Observation): boolean {
  return isSuccess(status) && needsControlRequest !== true && request.violations.length > 0
}

function earnsNothing({ needs }: ExchangeRequirement, { isRecognised, responseClass }: Observation): boolean {
  return !isRecognised && (responseClass === 'unrecognised' || needs.includes('response-body'))
}
