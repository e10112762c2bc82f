import { accepts, requirement, shape } from '../../../model/build.ts'
import { isAnswer } from './quota.ts'

const about = { section: '2.5', endpoint: 'usage.token', reading: 'G4' } as const

/** What a token is told about itself. */
export const reply = [
  accepts({
    id: 'usage.plain-request-accepted',
    section: '4',
    endpoint: 'usage.token',
    speaksOf: 'plain',
    reading: 'G2',
    statement: 'A request with a known token is answered.',
  }),
  requirement({
    ...about,
    id: 'usage.reply-envelope',
    dimension: 'field',
    level: 'stated',
    statement: 'A known token gets no error body under a success status.',
    needs: ['response-body'],
    appliesTo: (seen) => isAnswer(seen) && seen.reception !== 'denied',
    *check({ reply: { violations } }) {
      for (const { requirement: id, message, expected } of violations) {
        if (id === 'usage.reply-envelope')
          yield { message, at: { in: 'body', pointer: '/success' }, expected, actual: false }
      }
    },
  }),
  shape({ ...about, id: 'usage.reply-object', reading: 'G5', statement: 'The reply is a JSON object.' }),
  shape({ ...about, id: 'usage.reply-code', statement: '`code` is true.' }),
  shape({ ...about, id: 'usage.reply-message', statement: '`message` is `ok`.' }),
  shape({ ...about, id: 'usage.reply-data', statement: '`data` is an object.' }),
  shape({ ...about, id: 'usage.reply-data-object', statement: '`data.object` is `token_usage`.' }),
  shape({ ...about, id: 'usage.reply-name', statement: '`data.name` is a string.' }),
  shape({ ...about, id: 'usage.reply-total-granted', statement: '`data.total_granted` is an integer.' }),
  shape({ ...about, id: 'usage.reply-total-used', statement: '`data.total_used` is an integer.' }),
  shape({ ...about, id: 'usage.reply-total-available', statement: '`data.total_available` is an integer.' }),
  shape({ ...about, id: 'usage.reply-unlimited-quota', statement: '`data.unlimited_quota` is a boolean.' }),
  shape({ ...about, id: 'usage.reply-model-limits', statement: '`data.model_limits` is an object.' }),
  shape({
    ...about,
    id: 'usage.reply-model-limits-values',
    reading: 'G5',
    conditional: true,
    statement: 'Each value in `data.model_limits` is a boolean.',
  }),
  shape({ ...about, id: 'usage.reply-model-limits-enabled', statement: '`data.model_limits_enabled` is a boolean.' }),
  shape({ ...about, id: 'usage.reply-expires-at', statement: '`data.expires_at` is an integer.' }),
] as const
