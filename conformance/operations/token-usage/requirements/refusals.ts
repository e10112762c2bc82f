import { answerInWords } from '../../../model/answer-in-words.ts'
import { requirement, shape } from '../../../model/build.ts'
import type { Credential } from '../../../model/credential.ts'
import type { Finding } from '../../../model/finding.ts'
import type { Observation } from '../../../model/observation.ts'
import { appliesTo } from '../../../model/requirement.ts'
import { isNotFound } from '../operations.ts'
import { asObject } from './quota.ts'

const about = { section: '5', endpoint: 'usage.token', level: 'stated', reading: 'T1' } as const
const status = { ...about, dimension: 'status', needs: ['request-headers'] } as const
const body = { ...about, dimension: 'field', needs: ['request-headers', 'response-body'] } as const

const errorObject = shape({
  ...about,
  id: 'usage.error-object',
  section: '7',
  reading: 'G12',
  statement: 'An error body is a JSON object.',
})

/** What somebody is told who is not let in. */
export const refusals = [
  requirement({
    ...status,
    id: 'usage.missing-credential-status',
    statement: 'A request without any credential is answered with 401.',
    boundToTwin: true,
    appliesTo: presenting('missing'),
    check: otherThan401,
  }),
  requirement({
    ...body,
    id: 'usage.missing-credential-message',
    statement: 'A request without any credential gets the message `No Authorization header`.',
    appliesTo: presenting('missing'),
    check: (seen) => otherMessage(seen, 'No Authorization header'),
  }),
  requirement({
    ...status,
    id: 'usage.not-bearer-status',
    statement: 'A request with another scheme than Bearer is answered with 401.',
    boundToTwin: true,
    appliesTo: presenting('not-bearer'),
    check: otherThan401,
  }),
  requirement({
    ...body,
    id: 'usage.not-bearer-message',
    statement: 'A request with another scheme than Bearer gets the message `Invalid Bearer token`.',
    appliesTo: presenting('not-bearer'),
    check: (seen) => otherMessage(seen, 'Invalid Bearer token'),
  }),
  requirement({
    ...body,
    id: 'usage.unknown-token-body',
    section: '7',
    statement: 'A request with an unknown token gets `{success: false, message: "token not found"}`.',
    appliesTo: presenting('invalid'),
    *check(seen) {
      if (isNotFound(seen.json)) return
      if (isUnheard(seen)) yield unanswered(seen)
      else
        yield {
          message: 'the body says something else',
          at: { in: 'body', pointer: '' },
          expected: notFound,
          actual: seen.json,
        }
    },
  }),
  requirement({
    ...errorObject,
    needs: ['response-body'],
    appliesTo: (seen) => appliesTo(errorObject, seen) || isIllegible(seen),
    *check(seen) {
      yield* errorObject.check(seen)
      if (isIllegible(seen))
        yield { message: `a body of ${seen.body.length} bytes that is not JSON`, at: { in: 'body', pointer: '' } }
    },
  }),
  shape({
    ...about,
    id: 'usage.error-success',
    section: '7',
    reading: 'G12',
    statement: '`success` of an error body is false.',
  }),
  shape({
    ...about,
    id: 'usage.error-message',
    section: '7',
    reading: 'G12',
    statement: '`message` of an error body is a string.',
  }),
] as const

const notFound = { success: false, message: 'token not found' }

/** Whether an error has a body that is not JSON, and that no proxy can have written (readings.md G12). */
function isIllegible({ status = 0, reception, complete, json }: Observation): boolean {
  return status >= 400 && reception !== 'busy' && complete && json === undefined
}

function presenting(kind: Credential['kind']): (seen: Observation) => boolean {
  return ({ request }) => request.credential.kind === kind
}

/** Overloaded, broken, or nothing: whatever it would have said, it did not come to that (readings.md G10). */
function isUnanswered({ reception }: Observation): boolean {
  return reception === 'busy' || reception === 'failed'
}

/** Unanswered, or answered with a body that broke off or that nobody here can decode. */
function isUnheard(seen: Observation): boolean {
  return isUnanswered(seen) || !seen.complete
}

function unanswered({ status: got, reception }: Observation): Finding {
  return {
    message: got === undefined ? 'no answer came' : `answered ${answerInWords(got, reception)}`,
    at: { in: 'status' },
    doubt: true,
  }
}

function* otherThan401(seen: Observation): Generator<Finding> {
  if (seen.status === 401) return
  if (isUnanswered(seen)) yield unanswered(seen)
  else yield { message: `answered ${seen.status}`, at: { in: 'status' }, expected: 401, actual: seen.status }
}

function* otherMessage(seen: Observation, expected: string): Generator<Finding> {
  const actual = asObject(seen.json)['message']
  if (actual === expected) return
  if (isUnheard(seen)) yield unanswered(seen)
  else yield { message: 'the message is another', at: { in: 'body', pointer: '/message' }, expected, actual }
}
