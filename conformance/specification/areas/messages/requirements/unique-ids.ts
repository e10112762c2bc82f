import { acrossExchanges } from '../../../../core/model/build.ts'
import { repeatedIds, repliedId } from '../../unique-ids.ts'
import { messageView } from '../message-view.ts'

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
      return typeof id === 'string' ? repliedId(seen, id) : undefined
    },
    check: (collected) => repeatedIds('id', collected),
    isExercised: (collected) => collected.length > 1,
  }),
] as const
