import { requirement, shape } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { saysJson } from '../../says-json.ts'

const onErrors = { section: '7', endpoint: 'messages.create', alsoOn: ['messages.stream'], reading: 'M5' } as const

/** Statuses with which a proxy may have spoken (readings G12). */
const proxied = [408, 425, 429, 502, 503, 504, 529]

/** The body of a refusal or a failure. */
export default [
  requirement({
    ...onErrors,
    id: 'messages.error-json',
    dimension: 'field',
    level: 'stated',
    reading: 'G12',
    statement: 'The body of a 4xx or 5xx status parses as JSON.',
    needs: ['response-body'],
    appliesTo: (seen) => isError(seen) && !proxied.includes(seen.status ?? 0),
    *check({ json, status, body }) {
      if (json !== undefined) return
      yield {
        message: `the body of status ${status}, ${body.length} bytes long, is not JSON`,
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
    reading: 'G14',
    statement: 'An error body in JSON says so in its content type.',
    needs: ['response-headers', 'response-body'],
    appliesTo: (seen) => isError(seen) && seen.json !== undefined,
    check: saysJson,
  }),
  shape({ ...onErrors, id: 'messages.error-object', statement: 'An error body has an `error`, an object.' }),
  shape({ ...onErrors, id: 'messages.error-type', statement: 'An `error` has a `type`, a string.' }),
  shape({ ...onErrors, id: 'messages.error-message', statement: 'An `error` has a `message`, a string.' }),
  shape({ ...onErrors, id: 'messages.error-code', statement: 'An `error` has a `code`, a string.' }),
] as const

function isError({ status, complete }: Observation): boolean {
  return complete && status !== undefined && status >= 400
}
