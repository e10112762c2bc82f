import type { Exchange } from '../../model/exchange.ts'
import { askedToWait } from './backoff.ts'

/** A server error that is an answer: it came at once and word for word on every attempt of some request. */
export interface SettledError {
  readonly status: number
  /** The beginning of its body. */
  readonly said: string
  /** The number of times it came since then. */
  count: number
}

/** Remembers which server errors are answers, not pauses: asking again after a while changes nothing about them. */
export interface SettledErrors {
  /**
   * Returns whether this exchange brought an error that is an answer by now. `pauses` is how many there were since the
   * target last served: when nothing else came before and after several, the error is an answer, too.
   */
  isSettled(exchange: Exchange, pauses: number): boolean
  /** Takes note of all attempts of one request; whether what they brought is an answer. */
  settle(attempts: readonly Exchange[]): boolean
  /** The errors that count as answers by now, in the order in which that was found out. */
  readonly all: readonly SettledError[]
}

/** This many attempts have to bring the same. */
const attemptsToSettle = 3
/** Milliseconds within which an answer comes at once. */
const atOnce = 1000
/** As many bytes of an error are compared and quoted. */
const compared = 2048

export function newSettledErrors(): SettledErrors {
  const known = new Map<string, SettledError>()
  let row: { readonly key: string | undefined; readonly count: number } = { key: undefined, count: 0 }
  const know = (key: string, exchange: Exchange, count: number): void => {
    known.set(key, { status: exchange.response!.status, said: saidIn(exchange), count })
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
export function saidIn({ response }: Exchange): string {
  const bytes = Buffer.concat((response?.chunks ?? []).slice(0, 4).map((chunk) => chunk.bytes.subarray(0, compared)))
  return bytes.toString('utf8', 0, compared).replace(/\s+/gu, ' ').trim()
}

/**
 * Returns a key that equal errors share: words with digits are left out, since they may be ids or times. `undefined`
 * for other responses.
 */
function keyOf(exchange: Exchange): string | undefined {
  const { response, durationMs, ended } = exchange
  if (response === null || response.status < 500 || response.status === tooBusy) return undefined
  if (ended !== 'complete' || durationMs > atOnce || askedToWait(response) !== undefined) return undefined
  const words = saidIn(exchange).split(/[^\p{L}\p{N}_-]+/u)
  const alike = words.filter((word) => word !== '' && !/\p{N}/u.test(word))
  return alike.length === 0 ? undefined : `${response.status} ${alike.join(' ')}`
}

/** The status by which some say that they are overloaded: it means a pause, whatever its words. */
const tooBusy = 529
