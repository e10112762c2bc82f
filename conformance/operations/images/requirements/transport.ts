import { requirement } from '../../../model/build.ts'
import { saysJson } from '../../says-json.ts'
import { isAnswer } from './asked.ts'

const about = {
  section: '4',
  endpoint: 'images.generate',
  alsoOn: ['images.edit', 'images.variation'],
  dimension: 'field',
  reading: 'G14',
} as const

/** How image responses travel. */
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
        yield { message: `a body of ${body.length} bytes that is not JSON`, at: { in: 'body', pointer: '' } }
    },
  }),
  requirement({
    ...about,
    id: 'images.reply-content-type',
    level: 'implied',
    statement: 'The content type of a success is JSON.',
    needs: ['response-headers'],
    appliesTo: isAnswer,
    check: saysJson,
  }),
] as const
