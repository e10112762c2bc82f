import type { Violation } from '../../../../schemas/index.ts'
import { requirement } from '../../../model/build.ts'
import { type Observation, succeeded } from '../../../model/observation.ts'
import { quota } from './quota.ts'

const about = {
  section: '2.5',
  endpoint: 'usage.token',
  dimension: 'field',
  level: 'stated',
  needs: ['response-body'],
} as const

/** The figures of a reply. The rules that compute them are beside the schema. */
export const figures = [
  requirement({
    ...about,
    id: 'usage.totals-add-up',
    interpretation: 'T3',
    statement: '`total_granted` equals `total_used` + `total_available`.',
    appliesTo: (seen) => has(seen, 'total_granted') && has(seen, 'total_used') && has(seen, 'total_available'),
    check: (seen) => found(seen, 'usage.totals-add-up'),
  }),
  requirement({
    ...about,
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
