import { member, memberAt } from '../../../../../schemas/json.ts'
import { acrossExchanges, requirement } from '../../../../core/model/build.ts'
import { modelSent } from '../../../../core/model/exchange.ts'
import type { Place } from '../../../../core/model/finding.ts'
import { type Observation, succeeded } from '../../../../core/model/observation.ts'
import { envelopeServed } from '../../envelope.ts'
import { successStatus } from '../../transport.ts'
import { streamTraceOf } from '../stream-trace.ts'

const about = { endpoint: 'messages.create', alsoOn: ['messages.stream'], level: 'unspecified' } as const

/** Unspecified behaviour that readers of a report may want to know. */
export default [
  requirement({ ...successStatus, ...about, id: 'messages.success-status', appliesTo: succeeded }),
  acrossExchanges({ ...envelopeServed, ...about, id: 'messages.envelope-served' }),
  requirement({
    ...about,
    id: 'messages.model-asked-for',
    section: '2.9',
    dimension: 'field',
    interpretation: 'G14',
    statement: 'The `model` of a response is the requested model.',
    needs: ['request-body', 'response-body'],
    appliesTo: (seen) => typeof named(seen)?.model === 'string' && typeof wanted(seen) === 'string',
    *check(seen) {
      const { model: actual, at } = named(seen) ?? {}
      const expected = wanted(seen)
      if (actual === expected || at === undefined) return
      yield { message: `model is ${String(actual)}; the request asks for ${String(expected)}`, at, actual }
    },
  }),
] as const

function wanted({ exchange, request }: Observation): unknown {
  return modelSent(exchange, member(request.value.body, 'model'))
}

function named(seen: Observation): { readonly model: unknown; readonly at: Place } | undefined {
  const trace = streamTraceOf(seen)
  if (trace === undefined && !succeeded(seen)) return undefined
  if (trace === undefined) return { model: member(seen.json, 'model'), at: { in: 'body', pointer: '/model' } }
  const start = trace.events.find(({ type }) => type === 'message_start')
  if (start === undefined) return undefined
  return {
    model: memberAt(start.payload, 'message', 'model'),
    at: { in: 'event', index: start.index, pointer: '/message/model' },
  }
}
