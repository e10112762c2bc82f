import { memberAt } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { counted } from '../../../../core/text/counted.ts'
import { fromSchemas } from '../../from-schemas.ts'
import { errorContentType, errorParses, isJson } from '../../transport.ts'

const onBoth = { endpoint: 'messages.create', alsoOn: ['messages.stream'] } as const

export const messagesErrorBody = [
  requirement({
    ...errorParses,
    ...onBoth,
    id: 'messages.error-json',
    interpretation: 'G12',
    statement: 'The body of a 4xx or 5xx status parses as JSON.',
    check: isJson(
      ({ status, body }) => `error body (status ${status}, ${counted(body.length, 'byte')}) is not JSON`,
      'an error body in JSON',
    ),
  }),
  requirement({ ...errorContentType, ...onBoth, id: 'messages.error-content-type' }),
] as const

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
    ...onBoth,
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
export const errorWord = [
  wordOf('messages.error-word-of-400', 400, 'invalid_request_error'),
  wordOf('messages.error-word-of-401', 401, 'authentication_error'),
  wordOf('messages.error-word-of-429', 429, 'rate_limit_error', { conditional: true }),
  wordOf('messages.error-word-of-500', 500, 'server_error', { conditional: true }),
] as const

/** The rules for whose violation interpretation M1 requires a 400. */
const ruled = new Set<string>(
  fromSchemas('messages')
    .filter(({ kind, level }) => kind === 'rejection' && level === 'stated')
    .map(({ id }) => id),
)

export const errorStatus = [
  requirement({
    id: 'messages.error-status-400',
    section: '7',
    ...onBoth,
    dimension: 'status',
    level: 'implied',
    interpretation: 'M1',
    statement: 'A request that violates a rule of section 2.8 is rejected with exactly 400.',
    needs: ['request-headers', 'request-body'],
    needsControlRequest: true,
    appliesTo: (seen) => seen.responseClass === 'rejected' && breaksRules(seen),
    *check({ status }) {
      if (status === 400) return
      const message = `rejected an invalid request with ${status}; expected 400`
      yield { message, at: { in: 'status' }, expected: 400, actual: status }
    },
  }),
] as const

/**
 * Returns whether a request only violates such rules. A request with an unspecified part may be rejected for that part
 * (interpretation G8).
 */
function breaksRules({ request }: Observation): boolean {
  const { violations, open, credential } = request
  if (credential.kind === 'missing' || credential.kind === 'invalid') return false
  return (
    violations.length > 0 &&
    open.length === 0 &&
    violations.every(({ requirement: id }) => id !== undefined && ruled.has(id))
  )
}
