import { requirement } from '../../../model/build.ts'
import { saysJson } from '../../says-json.ts'
import { isAnswer } from './quota.ts'

const about = { section: '4', endpoint: 'usage.token', reading: 'G14' } as const

/** How the reply travels, and what is left open about it. */
export const transport = [
  requirement({
    ...about,
    id: 'usage.reply-parses',
    dimension: 'field',
    level: 'stated',
    statement: 'The body of a success is JSON.',
    needs: ['response-body'],
    appliesTo: isAnswer,
    *check({ json, body }) {
      if (json === undefined)
        yield { message: `a body of ${body.length} bytes that is not JSON`, at: { in: 'body', pointer: '' } }
    },
  }),
  requirement({
    ...about,
    id: 'usage.reply-content-type',
    dimension: 'field',
    level: 'implied',
    statement: 'The content type of a success is JSON.',
    needs: ['response-headers'],
    appliesTo: isAnswer,
    check: saysJson,
  }),
  requirement({
    ...about,
    id: 'usage.error-content-type',
    section: '7',
    dimension: 'field',
    level: 'implied',
    statement: 'The content type of an error body in JSON is JSON.',
    needs: ['response-headers', 'response-body'],
    appliesTo: ({ status = 0, complete, json }) => status >= 400 && complete && json !== undefined,
    check: saysJson,
  }),
  requirement({
    ...about,
    id: 'usage.success-status',
    dimension: 'status',
    level: 'unspecified',
    reading: 'G3',
    statement: 'A success has the status 200.',
    needs: [],
    appliesTo: isAnswer,
    *check({ status }) {
      if (status !== 200) yield { message: `success came as ${status}`, at: { in: 'status' }, actual: status }
    },
  }),
  requirement({
    ...about,
    id: 'usage.unknown-token-status',
    section: '7',
    dimension: 'status',
    level: 'unspecified',
    reading: 'T1',
    statement: 'A request with an unknown token is answered with 401.',
    needs: [],
    appliesTo: ({ request, status }) => request.credential.kind === 'invalid' && status !== undefined,
    *check({ status }) {
      if (status !== 401)
        yield { message: `an unknown token is answered with ${status}`, at: { in: 'status' }, actual: status }
    },
  }),
] as const
