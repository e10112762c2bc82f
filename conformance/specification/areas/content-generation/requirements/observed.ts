import { itemsOf, membersOf, numberOf } from '../../../../../schemas/json.ts'
import { acrossExchanges, requirement } from '../../../../core/model/build.ts'
import { modelSent } from '../../../../core/model/exchange.ts'
import { type Observation, succeeded } from '../../../../core/model/observation.ts'
import { envelopeServed } from '../../envelope.ts'
import { successStatus } from '../../transport.ts'
import { speechModel } from '../operations.ts'

const about = { endpoint: 'content.generate', level: 'unspecified', needs: ['response-body'] } as const

/** Unspecified behaviour that readers of a report may want to know. */
export default [
  requirement({
    ...successStatus,
    ...about,
    id: 'content.success-status',
    alsoOn: ['content.stream'],
    appliesTo: succeeded,
  }),
  acrossExchanges({ ...about, ...envelopeServed, id: 'content.envelope-served', alsoOn: ['content.stream'] }),
  requirement({
    ...about,
    id: 'content.model-version-asked-for',
    section: '2.7',
    dimension: 'field',
    interpretation: 'G14',
    statement: '`modelVersion` is the requested model.',
    // The configuration sets the model behind the label of the speech model.
    appliesTo: (seen) =>
      succeeded(seen) &&
      typeof membersOf(seen.json)['modelVersion'] === 'string' &&
      seen.request.value.path?.['model'] !== speechModel,
    *check({ exchange, json, request }) {
      const actual = membersOf(json)['modelVersion']
      const expected = modelSent(exchange, request.value.path?.['model'])
      if (actual === expected) return
      yield {
        message: `modelVersion is ${String(actual)}`,
        at: { in: 'body', pointer: '/modelVersion' },
        expected,
        actual,
      }
    },
  }),
  requirement({
    ...about,
    id: 'content.token-counts-add-up',
    section: '2.7',
    dimension: 'field',
    interpretation: 'C11',
    statement: '`totalTokenCount` is the sum of the counts of prompt, tool use, thoughts and candidates.',
    appliesTo: (seen) => succeeded(seen) && totalOf(seen) !== undefined,
    *check(seen) {
      const expected = sumOf(seen)
      const actual = totalOf(seen)
      if (actual === expected) return
      const at = { in: 'body', pointer: '/usageMetadata/totalTokenCount' } as const
      yield { message: `totalTokenCount is ${actual}; the sum of the counts is ${expected}`, at, expected, actual }
    },
  }),
  requirement({
    ...about,
    id: 'content.stream-finish-reason-last',
    section: '6',
    endpoint: 'content.stream',
    dimension: 'stream',
    interpretation: 'C10',
    statement: 'The last candidate of a stream has a `finishReason`, and none before it.',
    appliesTo: (seen) => succeeded(seen) && reasonsOf(seen).length > 0,
    *check(seen) {
      const reasons = reasonsOf(seen)
      if (reasons.every(({ hasReason }, index) => hasReason === (index === reasons.length - 1))) return
      yield {
        message: `${reasons.filter(({ hasReason }) => hasReason).length} of ${reasons.length} events have a finishReason`,
      }
    },
  }),
] as const

function totalOf({ json }: Observation): number | undefined {
  return numberOf(membersOf(membersOf(json)['usageMetadata'])['totalTokenCount'])
}

function sumOf({ json }: Observation): number {
  const usage = membersOf(membersOf(json)['usageMetadata'])
  const names = ['promptTokenCount', 'toolUsePromptTokenCount', 'thoughtsTokenCount', 'candidatesTokenCount']
  return names.reduce((sum, name) => sum + (numberOf(usage[name]) ?? 0), 0)
}

/** Returns for each event with a candidate whether it has a finish reason. */
function reasonsOf({ stream }: Observation): readonly { readonly hasReason: boolean }[] {
  const candidates = (stream?.events ?? []).map(({ json }) => itemsOf(membersOf(json)['candidates']))
  const withAny = candidates.filter(({ length }) => length > 0)
  return withAny.map((list) => ({ hasReason: list.some((one) => typeof membersOf(one)['finishReason'] === 'string') }))
}
