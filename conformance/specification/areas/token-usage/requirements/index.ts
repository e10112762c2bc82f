import type { Violation } from '../../../../../schemas/index.ts'
import { accepts, acrossExchanges, requirement } from '../../../../core/model/build.ts'
import { type Observation, succeeded } from '../../../../core/model/observation.ts'
import { envelopeServed } from '../../envelope.ts'
import { fromSchemas } from '../../from-schemas.ts'
import { errorContentType, replyContentType, replyParses, replyUtf8, successStatus } from '../../transport.ts'
import { isTokenAnswer, quota } from './quota.ts'
import { rejections } from './rejections.ts'
import { skPrefix } from './sk-prefix.ts'

const endpoint = 'usage.token'
const isJsonAnswer = (seen: Observation) => isTokenAnswer(seen) && seen.json !== undefined

const ofReply = { section: '2.5', endpoint: 'usage.token', interpretation: 'G4' } as const

/** Requirements on the reply for a token. */
const reply = [
  accepts({
    id: 'usage.plain-request-accepted',
    section: '4',
    endpoint: 'usage.token',
    speaksOf: 'plain',
    interpretation: 'G2',
    statement: 'A request with a known token is accepted.',
  }),
  requirement({
    ...ofReply,
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
const figures = [
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

/** Requirements on the transport of the reply, and on its unspecified parts. */
const transport = [
  requirement({ ...replyParses, endpoint, id: 'usage.reply-parses', appliesTo: isTokenAnswer }),
  requirement({ ...replyContentType, endpoint, id: 'usage.reply-content-type', appliesTo: isJsonAnswer }),
  requirement({ ...replyUtf8, endpoint, id: 'usage.reply-utf-8', appliesTo: isJsonAnswer }),
  requirement({ ...errorContentType, endpoint, id: 'usage.error-content-type' }),
  requirement({ ...successStatus, endpoint, id: 'usage.success-status', appliesTo: isTokenAnswer }),
  acrossExchanges({ ...envelopeServed, endpoint, id: 'usage.envelope-served' }),
  requirement({
    endpoint,
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

export const tokenUsageRequirements = [
  ...fromSchemas('token-usage'),
  ...reply,
  ...figures,
  ...rejections,
  ...skPrefix,
  ...transport,
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
