import { endNotCaptured } from '../../../core/model/exchange.ts'
import type { Observation } from '../../../core/model/observation.ts'

/**
 * The outcome of a request (interpretations G10, G11):
 *
 * - `answered`: a definite answer: the target accepted or rejected the request, or denied the key
 * - `failed`: a 500 or another 5xx that does not mean "not now", or a redirect, which no client follows
 * - `overloaded`: 502, 503, 504 or 529: the target, or a proxy before it, cannot serve the request now
 * - `broken`: no response, or one that broke off
 * - `busy`: other responses that decide nothing: 408, 425, 429, an error within a stream, a reply that is too large, or
 *   one that ended early for an unknown reason
 */
export type Fate = 'answered' | 'failed' | 'overloaded' | 'broken' | 'busy'

export function fateOf({ responseClass, status, exchange }: Observation): Fate {
  if (responseClass === 'failed' || responseClass === 'strange') return 'failed'
  if (responseClass === 'errored') return 'busy'
  if (responseClass !== 'busy') return 'answered'
  if (status !== undefined && status >= 500) return 'overloaded'
  const isReset = exchange.ended === 'reset' && exchange.trouble !== endNotCaptured
  const isBroken = isReset || exchange.ended === 'timeout'
  return isBroken && (status === undefined || status < 300) ? 'broken' : 'busy'
}
