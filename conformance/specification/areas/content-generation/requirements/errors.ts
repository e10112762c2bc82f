import { type Members, membersOf } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import type { ExchangeRequirement } from '../../../../core/model/requirement.ts'
import { errorContentType, errorParses, isJson } from '../../transport.ts'

const onBoth = { endpoint: 'content.generate', alsoOn: ['content.stream'] } as const

/** Requirements on the body of a rejection. */
export const contentErrorBody = [
  requirement({
    ...errorParses,
    ...onBoth,
    id: 'content.error-json',
    interpretation: 'C3',
    statement: 'The body of an error response is JSON.',
    check: isJson(({ status }) => `error body (status ${status}) is not JSON`, 'JSON'),
  }),
  requirement({
    ...errorContentType,
    ...onBoth,
    id: 'content.error-content-type',
    statement: 'An error response in JSON has a JSON content type.',
  }),
] as const

/** The words of section 7 for each status. */
const words: ReadonlyMap<number, readonly string[]> = new Map([
  [400, ['INVALID_ARGUMENT', 'FAILED_PRECONDITION']],
  [401, ['UNAUTHENTICATED']],
  [403, ['PERMISSION_DENIED']],
  [404, ['NOT_FOUND']],
  [413, ['PAYLOAD_TOO_LARGE']],
  [429, ['RESOURCE_EXHAUSTED']],
  [500, ['INTERNAL']],
  [503, ['UNAVAILABLE']],
  [504, ['DEADLINE_EXCEEDED']],
])

/** The only violation for which section 7 lists a 404. */
export const unknownModel = 'content.model-unknown-rejected'

/** The numbers and words of an error body for each status (interpretations C3, G12). */
export const errorWords = [
  requirement({
    id: 'content.error-code-equals-status',
    section: '7',
    ...onBoth,
    dimension: 'status',
    level: 'stated',
    interpretation: 'C3',
    statement: '`error.code` is the HTTP status.',
    needs: ['response-body'],
    appliesTo: (seen) => words.has(seen.status ?? 0) && Number.isInteger(errorOf(seen)['code']),
    *check(seen) {
      const { code } = errorOf(seen)
      if (code === seen.status) return
      const message = `error.code is ${String(code)}, but the status is ${seen.status}`
      yield { message, at: { in: 'body', pointer: '/error/code' }, expected: seen.status, actual: code }
    },
  }),
  word('content.error-400-word', 400),
  word('content.error-401-word', 401),
  { ...word('content.error-404-word', 404), ofRejections: unknownModel },
  rareWord('content.error-403-word', 403),
  rareWord('content.error-413-word', 413),
  rareWord('content.error-429-word', 429),
  rareWord('content.error-500-word', 500),
  rareWord('content.error-503-word', 503),
  rareWord('content.error-504-word', 504),
] as const

/** Returns the error object of a rejection; empty if there is none. */
export function errorOf({ status, complete, json }: Observation): Members {
  const isRejection = status !== undefined && status >= 400 && complete
  return isRejection ? membersOf(membersOf(json)['error']) : {}
}

function word<const Id extends string>(id: Id, status: number): ExchangeRequirement<Id> {
  const expected = words.get(status) ?? []
  return requirement({
    id,
    section: '7',
    ...onBoth,
    dimension: 'status',
    level: 'stated',
    interpretation: 'C3',
    statement: `A ${status} has the \`error.status\` ${expected.join(' or ')}.`,
    needs: ['response-body'],
    appliesTo: (seen) => seen.status === status && typeof errorOf(seen)['status'] === 'string',
    *check(seen) {
      const actual = String(errorOf(seen)['status'])
      if (expected.includes(actual)) return
      const message = `error.status is ${JSON.stringify(actual)} with status ${status}`
      yield { message, at: { in: 'body', pointer: '/error/status' }, expected, actual }
    },
  })
}

/** Makes the requirement for a status that no request is certain to cause. */
function rareWord<const Id extends string>(id: Id, status: number): ExchangeRequirement<Id> {
  return { ...word(id, status), conditional: true }
}
