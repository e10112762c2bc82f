import { requirement } from '../../../model/build.ts'
import type { Observation } from '../../../model/observation.ts'

/** "A request with such a key is answered 401" (readings M4). */
function unauthenticated<const Id extends string>(id: Id, kind: 'missing' | 'invalid', what: string) {
  return requirement({
    id,
    section: '7',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    dimension: 'status',
    level: 'stated',
    reading: 'M4',
    statement: `A request with ${what} is answered with status 401.`,
    needs: ['request-headers', 'request-body'],
    boundToTwin: true,
    appliesTo: (seen) => {
      const { credential, violations } = seen.request
      return credential.kind === kind && violations.length === 0 && !mayBeRefusedForItself(seen)
    },
    check: (seen) => isAnswered401(seen, what),
  })
}

/** A target lets nobody in without a key that it knows. */
export default [
  unauthenticated('messages.key-missing-refused', 'missing', 'no `x-api-key`'),
  unauthenticated('messages.key-invalid-refused', 'invalid', 'an unknown `x-api-key`'),
] as const

/** What is left open may be refused before anybody asks for the key (readings.md G8, G16). */
function mayBeRefusedForItself({ request, reception }: Observation): boolean {
  return request.open.length > 0 && reception === 'refused'
}

function* isAnswered401({ status, reception }: Observation, what: string) {
  if (status === 401) return
  const isUnclear = reception === 'busy' || reception === 'failed'
  yield {
    message: `a request with ${what} was answered with ${status ?? 'nothing'}`,
    at: { in: 'status' },
    expected: 401,
    actual: status,
    ...(isUnclear && !isSuccess(status) ? { doubt: true as const } : {}),
  } as const
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}
