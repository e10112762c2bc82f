import { membersOf } from '../../../../../schemas/json.ts'
import { acrossExchanges, requirement } from '../../../../core/model/build.ts'
import type { Observation } from '../../../../core/model/observation.ts'
import { envelopeServed } from '../../envelope.ts'
import { successStatus } from '../../transport.ts'
import { isAnswer } from './asked.ts'

const about = {
  endpoint: 'images.generate',
  alsoOn: ['images.edit', 'images.variation'],
  level: 'unspecified',
} as const

/** Unspecified behaviour that integrators may want to know. */
export const observations = [
  requirement({ ...successStatus, ...about, id: 'images.success-status', appliesTo: isAnswer }),
  acrossExchanges({ ...envelopeServed, ...about, id: 'images.envelope-served' }),
  requirement({
    ...about,
    id: 'images.refusal-status',
    section: '7',
    dimension: 'status',
    interpretation: 'I1',
    statement: 'A request that violates a rule is rejected with 400.',
    needs: [],
    needsControlRequest: true,
    appliesTo: ({ responseClass, request }) => responseClass === 'rejected' && request.violations.length > 0,
    *check({ status }) {
      if (status !== 400) yield { message: `rejection has the status ${status}`, at: { in: 'status' }, actual: status }
    },
  }),
  requirement({
    ...about,
    id: 'images.credential-refusal-status',
    section: '5',
    dimension: 'status',
    interpretation: 'I2',
    statement: 'A request without a valid key is rejected with 401.',
    needs: ['request-headers'],
    needsControlRequest: true,
    appliesTo: (seen) => isWrongKeyRejected(seen),
    *check({ status }) {
      if (status !== 401)
        yield { message: `rejection of the key has the status ${status}`, at: { in: 'status' }, actual: status }
    },
  }),
  requirement({
    ...about,
    id: 'images.created-in-seconds',
    section: '2.4',
    dimension: 'field',
    interpretation: 'I12',
    statement: '`created` is a Unix time in seconds.',
    needs: ['response-body'],
    appliesTo: (seen) => isAnswer(seen) && Number.isInteger(membersOf(seen.json)['created']),
    *check({ json }) {
      const actual = membersOf(json)['created'] as number
      if (actual >= 1e9 && actual < 1e11) return
      yield { message: `created is ${actual}`, at: { in: 'body', pointer: '/created' }, actual }
    },
  }),
] as const

function isWrongKeyRejected({ request, responseClass }: Observation): boolean {
  const isStranger = ['missing', 'invalid', 'not-bearer'].includes(request.credential.kind)
  return isStranger && (responseClass === 'rejected' || responseClass === 'denied')
}
