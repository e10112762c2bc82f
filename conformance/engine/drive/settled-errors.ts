import { type Exchange, header } from '../../core/model/exchange.ts'
import { isRedirect } from '../../core/model/observation.ts'
import { askedToWait } from './backoff.ts'

/**
 * A server error, or a redirect, that is a final answer: every attempt of some request got it immediately and word for
 * word.
 */
export interface SettledError {
  readonly status: number
  /** The beginning of its body. */
  readonly said: string
  count: number
}

/** Remembers which server errors are final answers. Waiting does not change them, so they cause no pause. */
export interface SettledErrors {
  /**
   * Returns whether this exchange brought an error that is known to be final. `pauses` is the number of pauses since
   * the target last served. An error also becomes final if it alone comes several times in a row across pauses.
   */
  isSettled(exchange: Exchange, pauses: number): boolean
  /** Records all attempts of one request. Returns whether their common error is final. */
  settle(attempts: readonly Exchange[]): boolean
  /** The errors that are known to be final, in the order of discovery. */
  readonly all: readonly SettledError[]
}

/** The number of attempts that must bring the same error. */
const attemptsToSettle = 3
/** The longest time, in milliseconds, that counts as an immediate answer. */
const atOnce = 1000
/** The number of bytes of an error that are compared and quoted. */
const compared = 2048

export function newSettledErrors(): SettledErrors {
  const known = new Map<string, SettledError>()
  let row: { readonly key: string | undefined; readonly count: number } = { key: undefined, count: 0 }
  const know = (key: string, exchange: Exchange, count: number): void => {
    known.set(key, { status: exchange.response!.status, said: bodyExcerpt(exchange), count })
  }
  return {
    isSettled(exchange, pauses) {
      const key = keyOf(exchange)
      row = key !== undefined && row.key === key ? { key, count: row.count + 1 } : { key, count: 1 }
      const settled = known.get(key ?? '')
      if (settled !== undefined) settled.count += 1
      else if (key !== undefined && pauses + 1 >= attemptsToSettle && row.count >= attemptsToSettle)
        know(key, exchange, row.count)
      return key !== undefined && known.has(key)
    },
    settle(attempts) {
      const keys = new Set(attempts.map(keyOf))
      const [key] = keys
      const last = attempts.at(-1)
      if (attempts.length < attemptsToSettle || keys.size > 1 || key === undefined || last === undefined) return false
      if (!known.has(key)) know(key, last, attempts.length)
      return true
    },
    get all() {
      return [...known.values()]
    },
  }
}

/** Returns the beginning of a response's body, as text on one line. */
export function bodyExcerpt({ response }: Exchange): string {
  const bytes = Buffer.concat((response?.chunks ?? []).slice(0, 4).map((chunk) => chunk.bytes.subarray(0, compared)))
  return bytes.toString('utf8', 0, compared).replace(/\s+/gu, ' ').trim()
}

/**
 * Returns a key that equal errors share: words with digits are left out, since they may be ids or times. `undefined`
 * for responses that cannot be final errors.
 */
function keyOf(exchange: Exchange): string | undefined {
  const { response, durationMs, ended } = exchange
  if (response === null || response.status === tooBusy) return undefined
  const location = isRedirect(response.status) ? header(response.headers, 'location') : undefined
  if (response.status < 500 && location === undefined) return undefined
  if (ended !== 'complete' || durationMs > atOnce || askedToWait(response) !== undefined) return undefined
  if (location !== undefined) return `${response.status} ${location}`
  const words = bodyExcerpt(exchange).split(/[^\p{L}\p{N}_-]+/u)
  const alike = words.filter((word) => word !== '' && !/\p{N}/u.test(word))
  return alike.length === 0 ? undefined : `${response.status} ${alike.join(' ')}`
}

/** A status that some vendors use for "overloaded". It always means a pause, whatever its body. */
const tooBusy = 529
