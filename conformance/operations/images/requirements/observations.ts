import { requirement } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { asObject, isAnswer } from './asked.ts'

const about = {
  section: '4',
  endpoint: 'images.generate',
  alsoOn: ['images.edit', 'images.variation'],
  level: 'unspecified',
} as const

/** What the document leaves open, noted for people who integrate. */
export const observations = [
  requirement({
    ...about,
    id: 'images.success-status',
    dimension: 'status',
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
    id: 'images.refusal-status',
    section: '7',
    dimension: 'status',
    reading: 'I1',
    statement: 'A request that breaks a rule is answered with 400.',
    needs: [],
    appliesTo: ({ reception, request }) => reception === 'refused' && request.violations.length > 0,
    *check({ status }) {
      if (status !== 400) yield { message: `the refusal came as ${status}`, at: { in: 'status' }, actual: status }
    },
  }),
  requirement({
    ...about,
    id: 'images.credential-refusal-status',
    section: '5',
    dimension: 'status',
    reading: 'I2',
    statement: 'A request that is not let in is answered with 401.',
    needs: [],
    appliesTo: (seen) => isTurnedAway(seen),
    *check({ status }) {
      if (status !== 401) yield { message: `turned away with ${status}`, at: { in: 'status' }, actual: status }
    },
  }),
  requirement({
    ...about,
    id: 'images.created-in-seconds',
    section: '2.4',
    dimension: 'field',
    reading: 'I12',
    statement: '`created` is a Unix time in seconds.',
    needs: ['response-body'],
    appliesTo: (seen) => isAnswer(seen) && Number.isInteger(asObject(seen.json)['created']),
    *check({ json }) {
      const actual = asObject(json)['created'] as number
      if (actual >= 1e9 && actual < 1e11) return
      yield { message: `created is ${actual}`, at: { in: 'body', pointer: '/created' }, actual }
    },
  }),
] as const

function isTurnedAway({ request, reception }: Observation): boolean {
  const isStranger = ['missing', 'invalid', 'not-bearer'].includes(request.credential.kind)
  return isStranger && (reception === 'refused' || reception === 'denied')
}
