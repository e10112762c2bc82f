import { header, type ResponseHead } from '../../model/exchange.ts'

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

/** Returns whether a target asks the whole run to wait, not only this request. */
export function asksForPause(head: ResponseHead | null): boolean {
  if (head === null || head.status < 400) return false
  return overloads.has(head.status) || header(head.headers, 'retry-after') !== undefined
}

/**
 * Returns the milliseconds to wait before the next attempt: the value of `Retry-After` (RFC 9110 §10.2.3), or else
 * twice as long each time. `fraction` (from 0 to below 1) adds jitter, so that waiting requests do not all return at
 * once. Returns `undefined` if the target asks for a longer wait than a run allows.
 */
export function backoff(head: ResponseHead | null, attempt: number, fraction: number): number | undefined {
  const asked = askedToWait(head)
  if (asked === undefined) return Math.min(longest, first * 2 ** (attempt - 1)) * (1 + fraction / 2)
  return asked <= longestAsked ? asked + fraction * first : undefined
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
