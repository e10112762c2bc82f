import { requirement } from '../../../model/build.ts'
import { isUtf8Json, saysJson } from '../../says-json.ts'
import { isTokenAnswer } from './quota.ts'

const about = { section: '4', endpoint: 'usage.token', interpretation: 'G14' } as const

/** The transport of the reply, and its unspecified parts. */
export const transport = [
  requirement({
    ...about,
    id: 'usage.reply-parses',
    dimension: 'field',
    level: 'stated',
    statement: 'The body of a success is JSON.',
    needs: ['response-body'],
    appliesTo: isTokenAnswer,
    *check({ json, body }) {
      if (json === undefined)
        yield { message: `body is not JSON (${body.length} bytes)`, at: { in: 'body', pointer: '' } }
    },
  }),
  requirement({
    ...about,
    id: 'usage.reply-content-type',
    dimension: 'field',
    level: 'implied',
    statement: 'A success in JSON has a JSON content type.',
    needs: ['response-headers', 'response-body'],
    appliesTo: (seen) => isTokenAnswer(seen) && seen.json !== undefined,
    check: saysJson,
  }),
  requirement({
    ...about,
    id: 'usage.reply-utf-8',
    dimension: 'field',
    level: 'implied',
    statement: 'The JSON of a success is encoded in UTF-8.',
    needs: ['response-headers', 'response-body'],
    appliesTo: (seen) => isTokenAnswer(seen) && seen.json !== undefined,
    check: isUtf8Json,
  }),
  requirement({
    ...about,
    id: 'usage.error-content-type',
    section: '7',
    dimension: 'field',
    level: 'implied',
    statement: 'An error body in JSON has a JSON content type.',
    needs: ['response-headers', 'response-body'],
    appliesTo: ({ status = 0, complete, json }) => status >= 400 && complete && json !== undefined,
    check: saysJson,
  }),
  requirement({
    ...about,
    id: 'usage.success-status',
    dimension: 'status',
    level: 'unspecified',
    interpretation: 'G3',
    statement: 'A success has the status 200.',
    needs: [],
    appliesTo: isTokenAnswer,
    *check({ status }) {
      if (status !== 200) yield { message: `success has the status ${status}`, at: { in: 'status' }, actual: status }
    },
  }),
  requirement({
    ...about,
    id: 'usage.unknown-token-status',
    section: '7',
    dimension: 'status',
    level: 'unspecified',
    interpretation: 'T1',
    statement: 'A request with an unknown token is rejected with 401.',
    needs: ['request-headers'],
    needsControlRequest: true,
    appliesTo: ({ request, responseClass }) =>
      request.credential.kind === 'invalid' && responseClass !== 'busy' && responseClass !== 'failed',
    *check({ status }) {
      if (status !== 401)
        yield { message: `returned ${status} for an unknown token; expected 401`, at: { in: 'status' }, actual: status }
    },
  }),
] as const
