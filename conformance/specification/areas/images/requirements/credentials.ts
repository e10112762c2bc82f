import { answerInWords } from '../../../../core/model/answer-in-words.ts'
import { requirement } from '../../../../core/model/build.ts'
import type { Credential } from '../../../../core/model/credential.ts'
import { isReplyCaptured } from '../../../../core/model/exchange.ts'
import type { Finding } from '../../../../core/model/finding.ts'
import { isComplete2xx, isOpenBesidesModel, isSuccess, type Observation } from '../../../../core/model/observation.ts'
import type { Endpoint } from '../../../../core/model/vocabulary.ts'
import { listedForm } from '../../listed-form.ts'

const missing = { kind: 'missing', statement: 'A request without a credential is rejected.' } as const
const unknown = { kind: 'invalid', statement: 'A request with an unknown key is rejected.' } as const
const otherScheme = { kind: 'not-bearer', statement: 'A request with a scheme other than Bearer is rejected.' } as const

/** Requirements on authentication. */
export const credentials = [
  listedForm({
    id: 'images.key-as-bearer',
    operations: ['images.generate', 'images.edit', 'images.variation'],
    form: 'bearer',
    interpretation: 'M4',
    statement: 'A key that is accepted in another form is also accepted as a Bearer token.',
  }),
  letsNobodyIn('images.generate-missing-credential-rejected', 'images.generate', missing),
  letsNobodyIn('images.generate-invalid-credential-rejected', 'images.generate', unknown),
  letsNobodyIn('images.generate-not-bearer-rejected', 'images.generate', otherScheme),
  letsNobodyIn('images.edit-missing-credential-rejected', 'images.edit', missing),
  letsNobodyIn('images.edit-invalid-credential-rejected', 'images.edit', unknown),
  letsNobodyIn('images.edit-not-bearer-rejected', 'images.edit', otherScheme),
  letsNobodyIn('images.variation-missing-credential-rejected', 'images.variation', missing),
  letsNobodyIn('images.variation-invalid-credential-rejected', 'images.variation', unknown),
  letsNobodyIn('images.variation-not-bearer-rejected', 'images.variation', otherScheme),
] as const

interface Presented {
  readonly kind: Credential['kind']
  readonly statement: string
}

function letsNobodyIn<const Id extends string>(id: Id, endpoint: Endpoint, { kind, statement }: Presented) {
  return requirement({
    id,
    section: '5',
    endpoint,
    dimension: 'status',
    level: 'implied',
    interpretation: 'I2',
    statement,
    needs: ['request-headers'],
    appliesTo: ({ request }) => request.credential.kind === kind && isOtherwiseValid(request),
    needsControlRequest: true,
    check: admitted,
  })
}

/**
 * Returns whether a request has no other violation. A request with another violation may be rejected for that
 * (interpretation G8).
 */
function isOtherwiseValid(request: Observation['request']): boolean {
  return request.violations.length === 0 && !isOpenBesidesModel(request)
}

/**
 * Yields a finding if a request without a valid key was accepted. An error in the body of a success is not a rejection.
 * The caller handles requests without a response.
 */
function* admitted({ status, responseClass, exchange }: Observation): Generator<Finding> {
  const at = { in: 'status' } as const
  // A body that was not recorded would not make a success a rejection.
  if (isComplete2xx(responseClass) || (isSuccess(status) && !isReplyCaptured(exchange)))
    yield { message: `returned ${status}`, at, expected: 'a rejection with a 4xx status', actual: status }
  else if (responseClass === 'strange')
    yield { message: `returned ${answerInWords(status, responseClass)}`, at, doubt: true }
}
