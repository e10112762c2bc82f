import { memberAt } from '../../../../schemas/json.ts'
import { requirement } from '../../../model/build.ts'

/** Makes the requirement for one line of the table in section 7. */
function wordOf<const Id extends string>(
  id: Id,
  status: number,
  word: string,
  more: { readonly conditional?: true } = {},
) {
  return requirement({
    ...more,
    id,
    section: '7',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    dimension: 'status',
    level: 'stated',
    interpretation: 'G12',
    statement: `An error body with status ${status} has the \`error.type\` "${word}".`,
    needs: ['response-body'],
    appliesTo: (seen) => seen.status === status && typeof memberAt(seen.json, 'error', 'type') === 'string',
    *check({ json }) {
      const actual = memberAt(json, 'error', 'type')
      if (actual === word) return
      const message = `error.type is ${JSON.stringify(actual)} with status ${status}`
      yield { message, at: { in: 'body', pointer: '/error/type' }, expected: word, actual }
    },
  })
}

/** The error type of each status in section 7. */
export default [
  wordOf('messages.error-word-of-400', 400, 'invalid_request_error'),
  wordOf('messages.error-word-of-401', 401, 'authentication_error'),
  wordOf('messages.error-word-of-429', 429, 'rate_limit_error', { conditional: true }),
  wordOf('messages.error-word-of-500', 500, 'server_error', { conditional: true }),
] as const
