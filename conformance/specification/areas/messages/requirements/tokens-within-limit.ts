import { member } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { messageView, type TokenCount } from '../message-view.ts'

/** Requirements that the tokens of a reply do not exceed the limit in its request. */
export default [
  requirement({
    id: 'messages.output-tokens-within-limit',
    section: '2.8',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    dimension: 'field',
    level: 'implied',
    interpretation: 'M10',
    effectOf: 'max_tokens',
    statement: '`output_tokens` is at most the `max_tokens` of the request.',
    needs: ['request-body', 'response-body'],
    appliesTo: (seen) =>
      counts(seen).length > 0 && seen.request.violations.length === 0 && Number.isInteger(limitOf(seen)),
    *check(seen) {
      const limit = limitOf(seen) as number
      for (const { value: actual, at } of counts(seen)) {
        if ((actual as number) <= limit) continue
        const message = `output_tokens is ${actual}; max_tokens is ${limit}`
        yield { message, at, expected: `at most ${limit}`, actual }
      }
    },
  }),
] as const

function counts(seen: Observation): readonly TokenCount[] {
  return messageView(seen)?.outputTokens.filter(({ value }) => Number.isInteger(value)) ?? []
}

function limitOf({ request }: Observation): unknown {
  return member(request.value.body, 'max_tokens')
}
