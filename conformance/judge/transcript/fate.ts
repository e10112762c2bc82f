import { endNotCaptured } from '../../model/exchange.ts'
import type { Observation } from '../../model/observation.ts'

/**
 * The ways in which a request can be served (interpretations G10, G11).
 * - `answered`: the target took a stand: it accepted, rejected or turned the key away
 * - `failed`: a 500 or another 5xx that does not say "not now"
 * - `overloaded`: 502, 503, 504, 529: the target, or what stands before it, says that it cannot serve now
 * - `broken`: no answer at all, or a reply that broke off in the middle
 * - `busy`: everything else that tells nothing: 408, 425, 429, an error within a stream, a reply too large to be read, one of
 *   which nothing says who cut it off
 */
export type Fate = 'answered' | 'failed' | 'overloaded' | 'broken' | 'busy'

/** Returns the fate of an exchange's request. */
export function fateOf({ responseClass, status, exchange }: Observation): Fate {
  if (responseClass === 'failed') return 'failed'
  if (responseClass === 'errored') return 'busy'
  if (responseClass !== 'busy') return 'answered'
  if (status !== undefined && status >= 500) return 'overloaded'
  const isReset = exchange.ended === 'reset' && exchange.trouble !== endNotCaptured
  const isBroken = isReset || exchange.ended === 'timeout'
  return isBroken && (status === undefined || status < 300) ? 'broken' : 'busy'
}
