import { requirement } from '../../../model/build.ts'
import { isUtf8Json, saysJson } from '../../says-json.ts'
import { isAnswer } from './asked.ts'

const about = {
  section: '4',
  endpoint: 'images.generate',
  alsoOn: ['images.edit', 'images.variation'],
  dimension: 'field',
  interpretation: 'G14',
} as const

/** The transport of image responses. */
export const transport = [
  requirement({
    ...about,
    id: 'images.reply-parses',
    level: 'stated',
    statement: 'The body of a success is JSON.',
    needs: ['response-body'],
    appliesTo: isAnswer,
    *check({ json, body }) {
      if (json === undefined)
        yield { message: `body is not JSON (${body.length} bytes)`, at: { in: 'body', pointer: '' } }
    },
  }),
  requirement({
    ...about,
    id: 'images.reply-content-type',
    level: 'implied',
    statement: 'A success in JSON has a JSON content type.',
    needs: ['response-headers', 'response-body'],
    appliesTo: (seen) => isAnswer(seen) && seen.json !== undefined,
    check: saysJson,
  }),
  requirement({
    ...about,
    id: 'images.reply-utf-8',
    level: 'implied',
    statement: 'The JSON of a success is encoded in UTF-8.',
    needs: ['response-headers', 'response-body'],
    appliesTo: (seen) => isAnswer(seen) && seen.json !== undefined,
    check: isUtf8Json,
  }),
] as const
