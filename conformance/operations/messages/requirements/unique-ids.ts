import { acrossExchanges } from '../../../model/build.ts'
import { toldBy } from '../told.ts'

/** Longer ids are compared by their beginning, so that a run's memory stays bounded. */
const longest = 512

/** Replies differ in their ids. */
export default [
  acrossExchanges({
    id: 'messages.reply-id-unique',
    section: '2.9',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    dimension: 'field',
    level: 'stated',
    reading: 'M10',
    statement: 'No two replies have the same `id`.',
    needs: ['response-body'],
    collect(seen) {
      const id = toldBy(seen)?.id
      return typeof id === 'string' ? id.slice(0, longest) : undefined
    },
    *check(collected) {
      const first = new Map<string, string>()
      for (const { exchange, fact: id } of collected) {
        const earlier = first.get(id)
        if (earlier === undefined) first.set(id, exchange)
        else yield { exchange, message: `the id ${JSON.stringify(id)} was given to ${earlier} before`, actual: id }
      }
    },
    isExercised: (collected) => collected.length > 1,
  }),
] as const
