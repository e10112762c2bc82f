import { requirement } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { saysJson } from '../../says-json.ts'

const onErrors = {
  section: '7',
  endpoint: 'messages.create',
  alsoOn: ['messages.stream'],
  interpretation: 'M5',
} as const

/** Statuses that a proxy may have sent (interpretation G12). */
const proxied = [408, 425, 429, 502, 503, 504, 529]

/** The body of a rejection or a failure. */
export default [
  requirement({
    ...onErrors,
    id: 'messages.error-json',
    dimension: 'field',
    level: 'stated',
    interpretation: 'G12',
    statement: 'The body of a 4xx or 5xx status parses as JSON.',
    needs: ['response-body'],
    appliesTo: (seen) => isError(seen) && !proxied.includes(seen.status ?? 0),
    *check({ json, status, body }) {
      if (json !== undefined) return
      yield {
        message: `error body (status ${status}, ${body.length} bytes) is not JSON`,
        at: { in: 'body', pointer: '' },
        expected: 'an error body in JSON',
      }
    },
  }),
  requirement({
    ...onErrors,
    id: 'messages.error-content-type',
    dimension: 'field',
    level: 'implied',
    interpretation: 'G14',
    statement: 'An error body in JSON has a JSON content type.',
    needs: ['response-headers', 'response-body'],
    appliesTo: (seen) => isError(seen) && seen.json !== undefined,
    check: saysJson,
  }),
] as const

function isError({ status, complete }: Observation): boolean {
  return complete && status !== undefined && status >= 400
}
