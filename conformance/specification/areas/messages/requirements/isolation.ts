import { acrossExchanges } from '../../../../core/model/build.ts'
import { mixedReplies } from '../../nonces.ts'
import { messageView } from '../message-view.ts'
import { noncesOf } from '../nonces.ts'

export default [
  acrossExchanges({
    id: 'messages.replies-do-not-mix',
    section: '1',
    endpoint: 'messages.stream',
    alsoOn: ['messages.create'],
    acrossOperations: true,
    alsoRepliesToAnother: true,
    dimension: 'stream',
    level: 'implied',
    interpretation: 'G17',
    statement: 'A response contains nothing from another request that runs at the same time.',
    needs: ['request-body', 'response-body'],
    // A body that is not a message does not show to which request it belongs.
    collect: (seen) => (messageView(seen) !== undefined && seen.isRecognised ? noncesOf(seen) : undefined),
    check: mixedReplies,
    isExercised: (collected) => new Set(collected.flatMap(({ fact }) => fact.own)).size > 1,
  }),
] as const
