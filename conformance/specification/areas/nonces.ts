import { isCaptured } from '../../core/model/exchange.ts'
import type { Finding } from '../../core/model/finding.ts'
import { memoize } from '../../core/model/memoize.ts'
import type { Observation } from '../../core/model/observation.ts'
import type { Collected } from '../../core/model/requirement.ts'

/** The nonces of one exchange, each once. */
export interface Nonces {
  /** The nonces in the request. */
  readonly own: readonly string[]
  /** The nonces in the reply. */
  readonly shown: readonly string[]
}

/** Finds the nonces of exchanges. */
export interface NonceReader {
  /** Returns the nonces of an exchange; `undefined` if it has none. */
  noncesOf(seen: Observation): Nonces | undefined
  /** Returns whether a reply contains a nonce that its request does not contain. */
  isReplyToAnother(seen: Observation): boolean
}

const utf8 = new TextDecoder()

/** Returns a word that no other request of a run contains (interpretation G17). */
export function nonce(seed: number, ordinal: number): string {
  return `nonce-${hex(seed)}${hex(ordinal)}`
}

/** Makes a reader of nonces. `textsOf` joins the texts of a stream, because events may split a nonce. */
export function nonceReader(textsOf: (seen: Observation) => readonly string[]): NonceReader {
  const read = memoize((seen: Observation): Nonces | undefined => {
    if (seen.status === undefined) return undefined
    const own = isCaptured(seen.exchange, 'request-body') ? noncesIn(utf8.decode(seen.exchange.request.body)) : []
    const shown = noncesIn([utf8.decode(seen.body), ...textsOf(seen)].join('\n'))
    return own.length + shown.length === 0 ? undefined : { own, shown }
  })
  const noncesOf = (seen: Observation) => (isCaptured(seen.exchange, 'request-body') ? read(seen) : undefined)
  return {
    noncesOf,
    isReplyToAnother: (seen) => {
      // If the request was not recorded, it is unknown to which request the reply belongs.
      const { own, shown } = read(seen) ?? { own: [], shown: [] }
      return shown.some((one) => !own.includes(one))
    },
  }
}

/** Yields a finding for each nonce of another request in a reply. */
export function* mixedReplies(
  collected: readonly Collected<Nonces>[],
): Generator<Finding & { readonly exchange: string }> {
  const owners = new Map(collected.flatMap(({ exchange, fact }) => fact.own.map((own) => [own, exchange])))
  for (const { exchange, fact } of collected) {
    for (const actual of fact.shown.filter((shown) => owners.has(shown) && !fact.own.includes(shown))) {
      const message = `response contains ${actual}, which only the request ${owners.get(actual)} contained`
      yield { exchange, message, actual }
    }
  }
}

function noncesIn(text: string): readonly string[] {
  return [...new Set(text.match(/nonce-[0-9a-f]{16}/g))]
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0')
}
