import { requirement } from '../../../../core/model/build.ts'
import { isOpenBesidesModel, isSuccess, type Observation } from '../../../../core/model/observation.ts'
import { listedForm } from '../../listed-form.ts'

/** Makes the requirement that a request with such a key is answered with 401 (interpretation M4). */
function unauthenticated<const Id extends string>(id: Id, kind: 'missing' | 'invalid', what: string) {
  return requirement({
    id,
    section: '7',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    dimension: 'status',
    level: 'stated',
    interpretation: 'M4',
    statement: `A request with ${what} is rejected with 401.`,
    needs: ['request-headers', 'request-body'],
    needsControlRequest: true,
    appliesTo: (seen) => {
      const { credential, violations } = seen.request
      return credential.kind === kind && violations.length === 0 && !mayBeRejectedForItself(seen)
    },
    check: (seen) => isAnswered401(seen, what),
  })
}

/** Requirements on rejections of requests without a valid key. */
export default [
  listedForm({
    id: 'messages.key-in-header',
    operations: ['messages.create', 'messages.stream'],
    form: 'x-api-key',
    interpretation: 'M4',
    statement: 'A key that is accepted in another form is also accepted in the header `x-api-key`.',
  }),
  unauthenticated('messages.key-missing-rejected', 'missing', 'no `x-api-key`'),
  unauthenticated('messages.key-invalid-rejected', 'invalid', 'an unknown `x-api-key`'),
] as const

/**
 * Returns whether a request may have been rejected for an unspecified part before its key was checked (interpretations
 * G8, G16).
 */
function mayBeRejectedForItself({ request, responseClass }: Observation): boolean {
  return isOpenBesidesModel(request) && responseClass === 'rejected'
}

function* isAnswered401({ status, responseClass }: Observation, what: string) {
  if (status === 401) return
  const isUnclear = ['busy', 'failed', 'strange'].includes(responseClass)
  yield {
    message: `returned ${status ?? 'no response'} for a request with ${what}`,
    at: { in: 'status' },
    expected: 401,
    actual: status,
    ...(isUnclear && !isSuccess(status) ? { doubt: true as const } : {}),
  } as const
}
