import { requirement } from '../../../model/build.ts'
import type { Credential } from '../../../model/credential.ts'
import type { Observation } from '../../../model/observation.ts'
import type { ExchangeRequirement } from '../../../model/requirement.ts'
import { errorOf } from './error-words.ts'

/** Broken rules whose status the document does not state (readings.md C4), or states otherwise (C5). */
const otherwise = new Set([
  'content.model-unknown-refused',
  'content.system-instruction-non-text-refused',
  'content.media-type-unlisted-refused',
  'content.language-code-unsupported-refused',
])
/** Another reason than the broken rule: the model is not there, or the body is too large. */
const otherReasons = new Set([404, 413])

/** The status that each kind of refusal comes with. */
export default [
  requirement({
    id: 'content.broken-rule-invalid-argument',
    ...about('7', 'C3', 'A request that breaks a rule is refused with 400 and `INVALID_ARGUMENT`.'),
    boundToTwin: true,
    appliesTo: (seen) => breaksRules(seen) && seen.reception === 'refused' && !otherReasons.has(seen.status ?? 0),
    *check(seen) {
      const { status: actual } = errorOf(seen)
      if (seen.status !== 400) yield wrongStatus(seen, 400)
      else if (typeof actual === 'string' && actual !== 'INVALID_ARGUMENT') {
        const message = `error.status is ${JSON.stringify(actual)} for a broken rule`
        yield { message, at: { in: 'body', pointer: '/error/status' }, expected: 'INVALID_ARGUMENT', actual }
      }
    },
  }),
  requirement({
    id: 'content.unknown-model-not-found',
    ...about('7', 'C5', 'A request for a model that does not exist is refused with 404.'),
    boundToTwin: true,
    appliesTo: (seen) => isOnlyAboutTheModel(seen) && seen.reception === 'refused',
    *check(seen) {
      if (seen.status !== 404) yield wrongStatus(seen, 404)
    },
  }),
  keyed('content.missing-key-unauthenticated', 'missing', 'A request without a key is refused with 401.'),
  keyed(
    'content.invalid-key-unauthenticated',
    'invalid',
    'A request with a key that is not valid is refused with 401.',
  ),
] as const

function keyed<const Id extends string>(id: Id, kind: Credential['kind'], statement: string): ExchangeRequirement<Id> {
  return requirement({
    id,
    ...about('5', 'C5', statement),
    needs: ['request-headers', 'request-body', 'response-body'],
    boundToTwin: true,
    appliesTo: ({ request, reception }) =>
      request.credential.kind === kind &&
      request.violations.length === 0 &&
      request.open.length === 0 &&
      reception !== 'busy',
    *check(seen) {
      if (seen.status === 401) return
      const finding = wrongStatus(seen, 401)
      yield seen.reception === 'failed' ? { ...finding, doubt: true } : finding
    },
  })
}

function about<const Section extends string>(section: Section, reading: string, statement: string) {
  return {
    section,
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    dimension: 'status',
    level: 'stated',
    reading,
    statement,
    needs: ['request-body', 'response-body'],
  } as const
}

function breaksRules({ request }: Observation): boolean {
  const { violations, open, credential } = request
  if (credential.kind !== 'valid' || open.length > 0 || violations.length === 0) return false
  return violations.every(({ requirement: id }) => id === undefined || !otherwise.has(id))
}

function isOnlyAboutTheModel({ request }: Observation): boolean {
  const { violations, open, credential } = request
  const ids = violations.map(({ requirement: id }) => id)
  return (
    credential.kind === 'valid' &&
    open.length === 0 &&
    ids.length > 0 &&
    ids.every((id) => id === 'content.model-unknown-refused')
  )
}

function wrongStatus({ status }: Observation, expected: number) {
  return { message: `answered ${status ?? 'nothing'}`, at: { in: 'status' }, expected, actual: status } as const
}
