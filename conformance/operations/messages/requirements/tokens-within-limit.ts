import { requirement } from '../../../model/build.ts'
import { memberAt } from '../members.ts'
import { toldBy } from '../told.ts'

/** A reply keeps within its request's limit. */
export default [
  requirement({
    id: 'messages.output-tokens-within-limit',
    section: '2.8',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    dimension: 'field',
    level: 'implied',
    reading: 'M10',
    statement: '`output_tokens` is at most the `max_tokens` of the request.',
    needs: ['request-body', 'response-body'],
    appliesTo: (seen) =>
      Number.isInteger(toldBy(seen)?.outputTokens) && Number.isInteger(memberAt(seen.request.value.body, 'max_tokens')),
    *check(seen) {
      const told = toldBy(seen)
      const limit = memberAt(seen.request.value.body, 'max_tokens')
      if (told === undefined || (told.outputTokens as number) <= (limit as number)) return
      const { outputTokens: actual, at } = told
      const message = `output_tokens is ${actual} although max_tokens is ${limit}`
      yield { message, at: at.outputTokens, expected: `at most ${limit}`, actual }
    },
  }),
] as const
