import { type Exchange, header } from '../model/exchange.ts'

/** A target that asks for a longer pause is not asked again. */
const longest = 30_000
/** The pause before the second attempt; doubled before each further one. */
const first = 500

/**
 * Milliseconds to wait before a request is sent again: what `Retry-After` asks for (RFC 9110 §10.2.3), else a little
 * more each time. `undefined` when the target asks for more patience than a run has.
 */
export function backoff(exchange: Exchange, attempt: number): number | undefined {
  const asked = askedFor(exchange)
  if (asked === undefined) return first * 2 ** (attempt - 1)
  return asked <= longest ? asked : undefined
}

function askedFor({ response }: Exchange): number | undefined {
  const lines = response?.headers ?? []
  const value = header(lines, 'retry-after')?.trim()
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const wait = Date.parse(value) - Date.parse(header(lines, 'date') ?? '')
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
