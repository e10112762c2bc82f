import { requirement } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { proxyStatuses, saysJson } from '../../says-json.ts'

/** The body of a rejection (section 7). */
export default [
  requirement({
    ...about('content.error-json', 'The body of an error response is JSON.'),
    dimension: 'field',
    level: 'stated',
    needs: ['response-body'],
    appliesTo: (seen) => isAnswered(seen) && seen.status >= 400 && !proxyStatuses.has(seen.status),
    *check({ json, status }) {
      if (json !== undefined) return
      yield { message: `error body (status ${status}) is not JSON`, at: { in: 'body', pointer: '' }, expected: 'JSON' }
    },
  }),
  requirement({
    ...about('content.error-content-type', 'An error response in JSON has a JSON content type.'),
    dimension: 'field',
    level: 'implied',
    interpretation: 'G14',
    needs: ['response-headers', 'response-body'],
    appliesTo: (seen) => isAnswered(seen) && seen.status >= 400 && seen.json !== undefined,
    check: saysJson,
  }),
] as const

function about<const Id extends string>(id: Id, statement: string) {
  const alsoOn = ['content.stream'] as const
  return { id, section: '7', endpoint: 'content.generate', alsoOn, interpretation: 'C3', statement } as const
}

function isAnswered(seen: Observation): seen is Observation & { status: number } {
  return seen.status !== undefined && seen.complete
}
