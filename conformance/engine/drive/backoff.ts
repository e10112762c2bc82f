import { header, type ResponseHead } from '../../core/model/exchange.ts'
import { busyStatuses } from '../../core/model/observation.ts'

/**
 * The longest pause that a run waits, in milliseconds. If a target asks for a longer one, the request is not sent
 * again.
 */
export const longestAsked = 120_000
/** The pause before the second attempt, in milliseconds. It doubles before each further one, up to `longest`. */
const first = 500
const longest = 30_000

/** The statuses that mean "not now": too many requests, unavailable, overloaded. */
const overloads: ReadonlySet<number> = new Set([429, 503, 529])

/**
 * Returns whether a target asks the whole run to wait, not only this request. A rejection with `Retry-After` does not:
 * it is an answer to its request.
 */
export function asksForPause(head: ResponseHead | null): boolean {
  if (head === null) return false
  const { status, headers } = head
  if (overloads.has(status)) return true
  return (status >= 500 || busyStatuses.has(status)) && header(headers, 'retry-after') !== undefined
}

/**
 * Returns the milliseconds to wait before the next attempt: twice as long each time, and at least the value of
 * `Retry-After` (RFC 9110 §10.2.3). The first wait is that value alone. Later ones grow, since a target that still does
 * not serve asked for too little. `fraction` (from 0 to below 1) adds jitter, so that waiting requests do not all
 * return at once. Returns `undefined` if the target asks for a longer wait than a run allows.
 */
export function backoff(head: ResponseHead | null, attempt: number, fraction: number): number | undefined {
  const asked = askedToWait(head)
  const grown = Math.min(longest, first * 2 ** (attempt - 1)) * (1 + fraction / 2)
  if (asked === undefined) return grown
  if (asked > longestAsked) return undefined
  return Math.max(asked + fraction * Math.min(first, asked), attempt > 1 ? grown : 0)
}

/** Returns the milliseconds that `Retry-After` asks a client to wait; `undefined` if it is missing or unreadable. */
export function askedToWait(head: ResponseHead | null): number | undefined {
  const lines = head?.headers ?? []
  const value = header(lines, 'retry-after')?.trim()
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const wait = Date.parse(value) - Date.parse(header(lines, 'date') ?? '')
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
