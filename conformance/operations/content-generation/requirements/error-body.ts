import { requirement, shape } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import type { ExchangeRequirement } from '../../../model/requirement.ts'
import { saysJson } from '../../says-json.ts'

/** Whoever stands before the target may have spoken; then a body that is not JSON tells nothing (readings.md G12). */
const spokenByOthers = new Set([408, 425, 429, 502, 503, 504, 529])

/** The body of a refusal (section 7). */
export default [
  requirement({
    ...about('content.error-json', 'The body of a refusal is JSON.'),
    dimension: 'status',
    level: 'stated',
    needs: ['response-body'],
    appliesTo: (seen) => isAnswered(seen) && seen.status >= 400 && !spokenByOthers.has(seen.status),
    *check({ json, status }) {
      if (json !== undefined) return
      yield { message: `the body of the ${status} is not JSON`, at: { in: 'body', pointer: '' }, expected: 'JSON' }
    },
  }),
  requirement({
    ...about('content.error-content-type', 'A refusal in JSON says so in its content type.'),
    dimension: 'field',
    level: 'implied',
    reading: 'G14',
    needs: ['response-headers', 'response-body'],
    appliesTo: (seen) => isAnswered(seen) && seen.status >= 400 && seen.json !== undefined,
    check: saysJson,
  }),
  body('content.error-object', 'The body of a refusal is an object with an `error` object.'),
  body('content.error-code', '`error.code` is an integer.'),
  body('content.error-message', '`error.message` is a string.'),
  body('content.error-status', '`error.status` is a string.'),
  sometimes('content.error-details', '`error.details` is a list of objects.'),
  sometimes('content.error-field-violations', '`fieldViolations` is a list of objects of strings.'),
  shape({
    ...about('content.error-field-violation-members', 'A field violation has `field` and `description`.'),
    level: 'implied',
    dimension: 'status',
    conditional: true,
  }),
] as const

function about<const Id extends string>(id: Id, statement: string) {
  const alsoOn = ['content.stream'] as const
  return { id, section: '7', endpoint: 'content.generate', alsoOn, reading: 'C3', statement } as const
}

function body<const Id extends string>(id: Id, statement: string): ExchangeRequirement<Id> {
  return shape({ ...about(id, statement), dimension: 'status' })
}

function sometimes<const Id extends string>(id: Id, statement: string): ExchangeRequirement<Id> {
  return shape({ ...about(id, statement), dimension: 'status', conditional: true })
}

function isAnswered(seen: Observation): seen is Observation & { status: number } {
  return seen.status !== undefined && seen.complete
}
