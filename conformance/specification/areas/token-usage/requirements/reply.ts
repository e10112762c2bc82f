import type { Violation } from '../../../../../schemas/index.ts'
import { accepts, requirement } from '../../../../core/model/build.ts'
import { type Observation, succeeded } from '../../../../core/model/observation.ts'
import { isTokenAnswer, quota } from './quota.ts'

const about = { section: '2.5', endpoint: 'usage.token', interpretation: 'G4' } as const

/** Requirements on the reply for a token. */
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
    appliesTo: (seen) => isTokenAnswer(seen) && seen.responseClass !== 'denied',
    *check({ reply: { violations } }) {
      for (const { requirement: id, message, expected } of violations) {
        if (id === 'usage.reply-envelope') yield { message, at: { in: 'body', pointer: '' }, expected }
      }
    },
  }),
] as const

const ofFigures = {
  section: '2.5',
  endpoint: 'usage.token',
  dimension: 'field',
  level: 'stated',
  needs: ['response-body'],
} as const

/** Requirements on the figures of a reply. The schema directory contains the rules that compute them. */
export const figures = [
  requirement({
    ...ofFigures,
    id: 'usage.totals-add-up',
    interpretation: 'T3',
    statement: '`total_granted` equals `total_used` + `total_available`.',
    appliesTo: (seen) => has(seen, 'total_granted') && has(seen, 'total_used') && has(seen, 'total_available'),
    check: (seen) => found(seen, 'usage.totals-add-up'),
  }),
  requirement({
    ...ofFigures,
    id: 'usage.expires-at-in-seconds',
    interpretation: 'T4',
    statement: '`expires_at` is 0 or a Unix time in seconds.',
    appliesTo: (seen) => has(seen, 'expires_at'),
    check: (seen) => found(seen, 'usage.expires-at-in-seconds'),
  }),
] as const

function has(seen: Observation, member: string): boolean {
  return succeeded(seen) && Number.isInteger(quota(seen)?.[member])
}

function found({ reply: { violations } }: Observation, id: string) {
  return violations.filter((violation) => violation.requirement === id).map(asFinding)
}

function asFinding({ message, pointer, expected, actual }: Violation) {
  return { message, at: { in: 'body', pointer }, expected, actual } as const
}
