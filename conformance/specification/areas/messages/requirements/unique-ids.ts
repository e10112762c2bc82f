import { createHash } from 'node:crypto'
import { acrossExchanges } from '../../../../core/model/build.ts'
import { messageView } from '../message-view.ts'

/**
 * The maximum length of ids that are kept as text. Longer ids are kept as digests, which bounds the memory of a run.
 */
const longest = 512

/** Requirements that the ids of replies are unique. */
export default [
  acrossExchanges({
    id: 'messages.reply-id-unique',
    section: '2.9',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    acrossOperations: true,
    dimension: 'field',
    level: 'stated',
    interpretation: 'M10',
    statement: 'No two replies have the same `id`.',
    needs: ['response-body', 'ids'],
    collect(seen) {
      const id = messageView(seen)?.id
      return typeof id === 'string' ? bounded(id) : undefined
    },
    *check(collected) {
      const first = new Map<string, string>()
      for (const { exchange, fact: id } of collected) {
        const earlier = first.get(id)
        if (earlier === undefined) first.set(id, exchange)
        else
          yield {
            exchange,
            message: `id ${JSON.stringify(id)} is not unique; ${earlier} has it too`,
            actual: id,
          }
      }
    },
    isExercised: (collected) => collected.length > 1,
  }),
] as const

function bounded(id: string): string {
  return id.length <= longest ? id : `${id.slice(0, 64)}… (sha256 ${createHash('sha256').update(id).digest('hex')})`
}
