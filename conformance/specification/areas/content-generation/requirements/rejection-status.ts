import { isObject, membersOf } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Credential } from '../../../../core/model/credential.ts'
import { isOpenBesidesModel, type Observation, succeeded } from '../../../../core/model/observation.ts'
import type { ExchangeRequirement } from '../../../../core/model/requirement.ts'
import { errorOf, unknownModel } from './errors.ts'

/** Rules whose rejections have an unspecified status (interpretation C4) or another status (C5). */
const otherwise = new Set<string>([
  unknownModel,
  'content.system-instruction-non-text-rejected',
  'content.media-type-unlisted-rejected',
  'content.language-code-unsupported-rejected',
])
/**
 * The status of bodies that are too large. `too-large.ts` decides, from all exchanges of a run, whether such a
 * rejection is allowed.
 */
const tooLarge = 413

/** Requirements on the status of each kind of rejection. */
export default [
  requirement({
    id: 'content.broken-rule-invalid-argument',
    ...about('7', 'C3', 'A request that violates a rule is rejected with 400 and `INVALID_ARGUMENT`.'),
    needsControlRequest: true,
    appliesTo: (seen) => breaksRules(seen) && isRejected(seen) && seen.status !== tooLarge,
    *check(seen) {
      const { status: actual } = errorOf(seen)
      if (seen.status !== 400) yield wrongStatus(seen, 400)
      else if (typeof actual === 'string' && actual !== 'INVALID_ARGUMENT') {
        const message = `error.status is ${JSON.stringify(actual)} for an invalid request`
        yield { message, at: { in: 'body', pointer: '/error/status' }, expected: 'INVALID_ARGUMENT', actual }
      }
    },
  }),
  requirement({
    id: 'content.unknown-model-not-found',
    ...about('7', 'C5', 'A request for a model that does not exist is rejected with 404.'),
    needsControlRequest: true,
    ofRejections: unknownModel,
    appliesTo: (seen) => isOnlyAboutTheModel(seen) && isRejected(seen),
    *check(seen) {
      if (seen.status !== 404) yield wrongStatus(seen, 404)
    },
  }),
  keyed('content.missing-key-unauthenticated', 'missing', 'A request without a key is rejected with 401.'),
  keyed('content.invalid-key-unauthenticated', 'invalid', 'A request with an invalid key is rejected with 401.'),
] as const

function keyed<const Id extends string>(id: Id, kind: Credential['kind'], statement: string): ExchangeRequirement<Id> {
  return requirement({
    id,
    ...about('5', 'C5', statement),
    needs: ['request-headers', 'request-body', 'response-body'],
    needsControlRequest: true,
    appliesTo: (seen) =>
      seen.request.credential.kind === kind &&
      seen.request.violations.length === 0 &&
      !isOpenBesidesModel(seen.request) &&
      (seen.responseClass !== 'busy' || isErrorInStream(seen)),
    *check(seen) {
      if (seen.status === 401) return
      const finding = wrongStatus(seen, 401)
      const isUnclear = seen.responseClass === 'failed' || seen.responseClass === 'strange'
      yield isUnclear ? { ...finding, doubt: true } : finding
    },
  })
}

function about<const Section extends string>(section: Section, interpretation: string, statement: string) {
  return {
    section,
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    dimension: 'status',
    level: 'stated',
    interpretation,
    statement,
    needs: ['request-body', 'response-body'],
  } as const
}

/**
 * Returns whether a request was rejected by its status, or by a stream that begins with an error (interpretation C10).
 */
function isRejected(seen: Observation): boolean {
  return seen.responseClass === 'rejected' || isErrorInStream(seen)
}

/** Returns whether a request violates only rules whose rejection has a stated status. */
export function breaksRules({ request }: Observation): boolean {
  const { violations, open, credential } = request
  if (credential.kind !== 'valid' || open.length > 0 || violations.length === 0) return false
  return violations.every(({ requirement: id }) => id === undefined || !otherwise.has(id))
}

function isOnlyAboutTheModel({ request }: Observation): boolean {
  const { violations, open, credential } = request
  const ids = violations.map(({ requirement: id }) => id)
  return credential.kind === 'valid' && open.length === 0 && ids.length > 0 && ids.every((id) => id === unknownModel)
}

function wrongStatus(seen: Observation, expected: number) {
  const { status } = seen
  const besides = isErrorInStream(seen) ? ' and a stream that begins with an error' : ''
  return {
    message: `returned ${status ?? 'no response'}${besides}`,
    at: { in: 'status' },
    expected,
    actual: status,
  } as const
}

/** Returns whether a stream with a success status begins with an error object (interpretation C10). */
function isErrorInStream(seen: Observation): boolean {
  if (!seen.operation.streams || !succeeded(seen)) return false
  return isObject(membersOf(seen.stream?.events[0]?.json)['error'])
}
