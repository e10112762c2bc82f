import { isRedirect } from '../../../core/model/observation.ts'
import type { Fate } from './fate.ts'
import type { Trace } from './trace.ts'

const unanswered: readonly Fate[] = ['failed', 'overloaded', 'broken']

/**
 * Returns whether all attempts got the same status that is neither a rejection nor a server error: to pay, to wait or
 * to go elsewhere. A rate limit may hit the same request twice, so a 429 needs three attempts. It decides nothing if
 * the target limits valid requests too.
 */
function isTheSameNoRejection(attempts: readonly Trace[], isLimiting: boolean): boolean {
  const [{ status = 0 } = {}, ...others] = attempts
  if (others.some((other) => other.status !== status)) return false
  if (status === 429) return attempts.length > 2 && !isLimiting
  return [402, 408, 425].includes(status) || isRedirect(status)
}

/**
 * Returns whether each of several attempts of an invalid request got a server error, silence, a broken connection or a
 * status that is no rejection (interpretation G10). `isLimiting` is true if valid requests got a 429 too.
 */
export function isNeverAnswered(attempts: readonly Trace[], isLimiting: boolean): boolean {
  return attempts.length > 1 && isUnanswered(attempts, isLimiting)
}

/** Returns the same as `isNeverAnswered`, also for a single attempt. */
export function isUnanswered(attempts: readonly Trace[], isLimiting: boolean): boolean {
  return attempts.every(({ fate }) => unanswered.includes(fate)) || isTheSameNoRejection(attempts, isLimiting)
}
