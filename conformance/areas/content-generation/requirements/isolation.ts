import { acrossExchanges } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { itemsOf, membersOf } from '../members.ts'
import { noncesIn } from '../nonce.ts'

/** The nonces of one exchange. */
export interface Nonces {
  /** Those that the request carries. */
  readonly own: readonly string[]
  /** Those that the reply shows. */
  readonly shown: readonly string[]
}

const utf8 = new TextDecoder()

/** Requests that are under way at the same time do not mix. */
export default [
  acrossExchanges({
    id: 'content.replies-do-not-mix',
    section: '3',
    endpoint: 'content.stream',
    alsoOn: ['content.generate'],
    acrossOperations: true,
    dimension: 'stream',
    level: 'implied',
    interpretation: 'G17',
    statement: 'A response contains nothing from another request.',
    needs: ['request-body', 'response-body'],
    collect: (seen): Nonces | undefined => {
      if (seen.responseClass !== 'accepted') return undefined
      const nonces = { own: noncesIn(textOf(seen.exchange.request.body)), shown: noncesIn(replyOf(seen)) }
      return nonces.own.length + nonces.shown.length === 0 ? undefined : nonces
    },
    isExercised: (collected) => collected.filter(({ fact }) => fact.own.length > 0).length > 1,
    *check(collected) {
      const known = new Map(
        collected.flatMap(({ exchange, fact }) => fact.own.map((nonce) => [nonce, exchange] as const)),
      )
      for (const { exchange, fact } of collected) {
        for (const nonce of fact.shown) {
          if (fact.own.includes(nonce) || !known.has(nonce)) continue
          yield {
            exchange,
            message: `response contains ${nonce}, which only the request ${known.get(nonce)} contained`,
            actual: nonce,
          }
        }
      }
    },
  }),
] as const

/** The reply as it came, and the text of its events put together: a word may be cut in two by events. */
function replyOf({ body, stream }: Observation): string {
  const texts = (stream?.events ?? []).flatMap(({ json }) => itemsOf(membersOf(json)['candidates'])).flatMap(textsOf)
  return `${textOf(body)} ${texts.join('')}`
}

function textsOf(candidate: unknown): readonly string[] {
  const parts = itemsOf(membersOf(membersOf(candidate)['content'])['parts'])
  return parts.map((part) => membersOf(part)['text']).filter((text) => typeof text === 'string')
}

function textOf(bytes: Uint8Array): string {
  return utf8.decode(bytes)
}
