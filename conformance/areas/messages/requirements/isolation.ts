import { acrossExchanges } from '../../../model/build.ts'
import { messageView } from '../message-view.ts'
import { noncesIn } from '../nonce.ts'

/** The nonces of one exchange. */
export interface Marked {
  /** The nonces of the request. */
  readonly own: readonly string[]
  /** The nonces of the reply. */
  readonly nonces: readonly string[]
}

const utf8 = new TextDecoder()

/** Requests that run at the same time do not mix. */
export default [
  acrossExchanges({
    id: 'messages.replies-do-not-mix',
    section: '1',
    endpoint: 'messages.stream',
    alsoOn: ['messages.create'],
    acrossOperations: true,
    dimension: 'stream',
    level: 'implied',
    interpretation: 'G17',
    statement: 'A response contains nothing from another request that runs at the same time.',
    needs: ['request-body', 'response-body'],
    collect(seen): Marked | undefined {
      const view = messageView(seen)
      // A body that holds nothing of a message shows nothing of anybody's.
      if (view === undefined || !seen.isRecognised) return undefined
      const own = noncesIn(utf8.decode(seen.exchange.request.body))
      return own.length === 0 ? undefined : { own, nonces: noncesIn(view.texts.join('\n')) }
    },
    *check(collected) {
      const owners = new Map(collected.flatMap(({ exchange, fact }) => fact.own.map((nonce) => [nonce, exchange])))
      for (const { exchange, fact } of collected) {
        for (const actual of fact.nonces.filter((nonce) => owners.has(nonce) && !fact.own.includes(nonce))) {
          yield {
            exchange,
            message: `response contains ${actual}, which only the request ${owners.get(actual)} contained`,
            actual,
          }
        }
      }
    },
    isExercised: (collected) => new Set(collected.flatMap(({ fact }) => fact.own)).size > 1,
  }),
] as const
