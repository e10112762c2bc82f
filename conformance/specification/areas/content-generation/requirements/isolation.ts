import { acrossExchanges } from '../../../../core/model/build.ts'
import { mixedReplies } from '../../nonces.ts'
import { noncesOf } from '../nonces.ts'

export default [
  acrossExchanges({
    id: 'content.replies-do-not-mix',
    section: '3',
    endpoint: 'content.stream',
    alsoOn: ['content.generate'],
    acrossOperations: true,
    alsoRepliesToAnother: true,
    dimension: 'stream',
    level: 'implied',
    interpretation: 'G17',
    statement: 'A response contains nothing from another request.',
    needs: ['request-body', 'response-body'],
    collect: (seen) => (seen.responseClass === 'accepted' ? noncesOf(seen) : undefined),
    isExercised: (collected) => collected.filter(({ fact }) => fact.own.length > 0).length > 1,
    check: mixedReplies,
  }),
] as const
