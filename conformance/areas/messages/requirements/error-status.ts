import { requirement } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'
import { fromSchemas } from '../../from-schemas.ts'

/** The rules for which interpretation M1 requires a 400. */
const ruled = new Set<string>(
  fromSchemas('messages')
    .filter(({ kind, level }) => kind === 'rejection' && level === 'stated')
    .map(({ id }) => id),
)

/** The status of a rejection. */
export default [
  requirement({
    id: 'messages.error-status-400',
    section: '7',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    dimension: 'status',
    level: 'implied',
    interpretation: 'M1',
    statement: 'A request that violates a rule of section 2.8 is rejected with exactly 400.',
    needs: ['request-headers', 'request-body'],
    needsControlRequest: true,
    appliesTo: (seen) => seen.responseClass === 'rejected' && breaksRules(seen),
    *check({ status }) {
      if (status === 400) return
      const message = `rejected an invalid request with ${status}; expected 400`
      yield { message, at: { in: 'status' }, expected: 400, actual: status }
    },
  }),
] as const

/** A request with an unspecified part may be rejected for that part (interpretation G8). */
function breaksRules({ request }: Observation): boolean {
  const { violations, open, credential } = request
  if (credential.kind === 'missing' || credential.kind === 'invalid') return false
  return (
    violations.length > 0 &&
    open.length === 0 &&
    violations.every(({ requirement: id }) => id !== undefined && ruled.has(id))
  )
}
