import { acrossExchanges, requirement } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { envelopeServed } from '../../envelope.ts'
import { fromSchemas } from '../../from-schemas.ts'
import { errorContentType, replyContentType, replyParses, replyUtf8, successStatus } from '../../transport.ts'
import { isTokenAnswer } from './quota.ts'
import { rejections } from './rejections.ts'
import { figures, reply } from './reply.ts'
import { skPrefix } from './sk-prefix.ts'

const endpoint = 'usage.token'
const isJsonAnswer = (seen: Observation) => isTokenAnswer(seen) && seen.json !== undefined

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
