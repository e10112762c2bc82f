import { acrossExchanges, requirement } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { repeatedIds, repliedId } from '../../unique-ids.ts'
import { payloadsOf } from '../slices.ts'

const about = {
  section: '2.7',
  dimension: 'field',
  level: 'implied',
  conditional: true,
  needs: ['response-body', 'ids'],
} as const

/** Requirements on `responseId`, which identifies one response. */
export default [
  acrossExchanges({
    ...about,
    id: 'content.response-id-unique',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    statement: 'No two responses have the same `responseId`.',
    collect: (seen) => {
      const [first] = idsOf(seen)
      return first && repliedId(seen, first.id)
    },
    check: (collected) => repeatedIds('responseId', collected),
    isExercised: (collected) => collected.length > 1,
  }),
  requirement({
    ...about,
    id: 'content.stream-response-id-steady',
    endpoint: 'content.stream',
    statement: 'All events of a stream have the same `responseId`.',
    appliesTo: (seen) => idsOf(seen).length > 1,
    *check(seen) {
      const [first, ...others] = idsOf(seen)
      for (const { id, at } of others) {
        if (id !== first?.id)
          yield { message: 'responseId differs from that of earlier events', at, expected: first?.id, actual: id }
      }
    },
  }),
] as const

function idsOf(seen: Observation) {
  return payloadsOf(seen).flatMap(({ members: { responseId: id }, at }) =>
    typeof id === 'string' ? [{ id, at: at('/responseId') }] : [],
  )
}
