import { acrossExchanges } from '../../../model/build.ts'
import { noncesIn } from '../nonce.ts'
import { toldBy } from '../told.ts'

/** The nonces of one exchange. */
export interface Marked {
  /** The nonces of the request. */
  readonly own: readonly string[]
  /** The nonces of the reply. */
  readonly told: readonly string[]
}

const utf8 = new TextDecoder()

/** Requests that run at the same time do not mix. */
export default [
  acrossExchanges({
    id: 'messages.replies-do-not-mix',
    section: '1',
    endpoint: 'messages.stream',
    alsoOn: ['messages.create'],
    dimension: 'stream',
    level: 'implied',
    reading: 'G17',
    statement: 'A reply holds nothing of another request that runs at the same time.',
    needs: ['request-body', 'response-body'],
    collect(seen): Marked | undefined {
      const told = toldBy(seen)
      if (told === undefined) return undefined
      const own = noncesIn(utf8.decode(seen.exchange.request.body))
      return own.length === 0 ? undefined : { own, told: noncesIn(told.texts.join('\n')) }
    },
    *check(collected) {
      const owners = new Map(collected.flatMap(({ exchange, fact }) => fact.own.map((nonce) => [nonce, exchange])))
      for (const { exchange, fact } of collected) {
        for (const actual of fact.told.filter((nonce) => owners.has(nonce) && !fact.own.includes(nonce))) {
          yield { exchange, message: `the reply holds ${actual}, which only ${owners.get(actual)} asked about`, actual }
        }
      }
    },
    isExercised: (collected) => new Set(collected.flatMap(({ fact }) => fact.own)).size > 1,
  }),
] as const
