import { accepts, requirement } from '../../../model/build.ts'
import { isAnswer } from './quota.ts'

const about = { section: '2.5', endpoint: 'usage.token', interpretation: 'G4' } as const

/** The reply for a token. */
export const reply = [
  accepts({
    id: 'usage.plain-request-accepted',
    section: '4',
    endpoint: 'usage.token',
    speaksOf: 'plain',
    interpretation: 'G2',
    statement: 'A request with a known token is accepted.',
  }),
  requirement({
    ...about,
    id: 'usage.reply-envelope',
    dimension: 'field',
    level: 'stated',
    statement: 'A request with a known token does not get an error body with a success status.',
    needs: ['response-body'],
    appliesTo: (seen) => isAnswer(seen) && seen.responseClass !== 'denied',
    *check({ reply: { violations } }) {
      for (const { requirement: id, message, expected } of violations) {
        if (id === 'usage.reply-envelope') yield { message, at: { in: 'body', pointer: '' }, expected }
      }
    },
  }),
] as const
