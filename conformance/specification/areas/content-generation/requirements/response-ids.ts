import { acrossExchanges, requirement } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
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
    collect: (seen): string | undefined => idsOf(seen)[0]?.id,
    isExercised: (collected) => collected.length > 1,
    *check(collected) {
      const first = new Map<string, string>()
      for (const { exchange, fact: id } of collected) {
        const before = first.get(id)
        if (before === undefined) first.set(id, exchange)
        else
          yield {
            exchange,
            message: `responseId ${JSON.stringify(id)} is not unique; ${before} has it too`,
            actual: id,
          }
      }
    },
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
