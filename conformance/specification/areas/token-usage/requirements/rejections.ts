import { membersOf } from '../../../../../schemas/json.ts'
import { answerInWords } from '../../../../core/model/answer-in-words.ts'
import { requirement, shape } from '../../../../core/model/build.ts'
import type { Credential } from '../../../../core/model/credential.ts'
import { isReplyCaptured } from '../../../../core/model/exchange.ts'
import type { Finding } from '../../../../core/model/finding.ts'
import { busyStatuses, type Observation } from '../../../../core/model/observation.ts'
import { appliesTo } from '../../../../core/model/requirement.ts'
import { counted } from '../../../../core/text/counted.ts'
import { isNotFound } from '../operations.ts'

const about = { section: '5', endpoint: 'usage.token', level: 'stated', interpretation: 'T1' } as const
const status = { ...about, dimension: 'status', needs: ['request-headers'], needsControlRequest: true } as const
const body = { ...about, dimension: 'field', needs: ['request-headers', 'response-body'] } as const

const errorObject = shape({
  ...about,
  id: 'usage.error-object',
  section: '7',
  interpretation: 'G12',
  statement: 'An error body is a JSON object.',
})

/** Requirements on rejections of requests without a valid credential. */
export const rejections = [
  requirement({
    ...status,
    id: 'usage.missing-credential-status',
    statement: 'A request without a credential is rejected with 401.',
    appliesTo: presenting('missing'),
    check: otherThan401,
  }),
  requirement({
    ...body,
    id: 'usage.missing-credential-message',
    statement: 'A request without a credential gets the message `No Authorization header`.',
    appliesTo: (seen) => presenting('missing')(seen) && hasMessage(seen),
    check: (seen) => otherMessage(seen, 'No Authorization header'),
  }),
  requirement({
    ...status,
    id: 'usage.not-bearer-status',
    statement: 'A request with a scheme other than Bearer is rejected with 401.',
    appliesTo: presenting('not-bearer'),
    check: otherThan401,
  }),
  requirement({
    ...body,
    id: 'usage.not-bearer-message',
    statement: 'A request with a scheme other than Bearer gets the message `Invalid Bearer token`.',
    appliesTo: (seen) => presenting('not-bearer')(seen) && hasMessage(seen),
    check: (seen) => otherMessage(seen, 'Invalid Bearer token'),
  }),
  requirement({
    ...body,
    id: 'usage.unknown-token-body',
    section: '7',
    statement: 'A request with an unknown token gets `{success: false, message: "token not found"}`.',
    needsControlRequest: true,
    appliesTo: (seen) => presenting('invalid')(seen) && !isJudgedElsewhere(seen),
    check: otherThanNotFound,
  }),
  requirement({
    ...errorObject,
    needs: ['response-body'],
    appliesTo: (seen) => appliesTo(errorObject, seen) || isIllegible(seen),
    *check(seen) {
      yield* errorObject.check(seen)
      if (isIllegible(seen))
        yield {
          message: `a body of ${counted(seen.body.length, 'byte')} that is not JSON`,
          at: { in: 'body', pointer: '' },
        }
    },
  }),
] as const

/** Returns whether an error has a body that is not JSON and cannot come from a proxy (interpretation G12). */
function isIllegible({ status = 0, responseClass, complete, json }: Observation): boolean {
  return status >= 400 && responseClass !== 'busy' && complete && json === undefined
}

function presenting(kind: Credential['kind']): (seen: Observation) => boolean {
  return ({ request }) => request.credential.kind === kind
}

/** Yields a finding for other statuses than 401. The caller handles requests without a response. */
function* otherThan401({ status: actual, responseClass }: Observation): Generator<Finding> {
  const at = { in: 'status' } as const
  if (actual === 401 || responseClass === 'busy' || responseClass === 'failed') return
  if (responseClass === 'strange')
    yield { message: `returned ${answerInWords(actual, responseClass)}`, at, doubt: true }
  else yield { message: `returned ${actual}`, at, expected: 401, actual }
}

/** Statuses of a URL without this endpoint, for any credential (interpretation G9). */
const nobodyThere = new Set([404, 405, 410])

/**
 * Returns whether there is a message to check. A success has none, and the requirement on all error bodies reports a
 * missing one (interpretation G13).
 */
function hasMessage({ status: code = 0, responseClass, complete, json }: Observation): boolean {
  const isRejected = responseClass === 'rejected' || responseClass === 'denied' || responseClass === 'unrecognised'
  return isRejected && !nobodyThere.has(code) && (!complete || typeof membersOf(json)['message'] === 'string')
}

function* otherMessage(seen: Observation, expected: string): Generator<Finding> {
  const actual = membersOf(seen.json)['message']
  if (!seen.complete) yield unheard(seen)
  else if (actual !== expected)
    yield {
      message: `message is ${JSON.stringify(actual)}`,
      at: { in: 'body', pointer: '/message' },
      expected,
      actual,
    }
}

const notFound = { success: false, message: 'token not found' }

/**
 * Returns whether the requirements on all error bodies already report all that is wrong: a missing member, or a `success`
 * beside the right message (interpretation G13).
 */
function isJudgedElsewhere({ status: code = 0, complete, json }: Observation): boolean {
  const { success, message } = membersOf(json)
  const mayBeOfAProxy = code === 500 || busyStatuses.has(code)
  const isToldElsewhere =
    typeof message !== 'string' || success === undefined || (success !== false && message === notFound.message)
  return code >= 400 && complete && !mayBeOfAProxy && isToldElsewhere
}

function* otherThanNotFound(seen: Observation): Generator<Finding> {
  const { json, complete, responseClass } = seen
  if (isNotFound(json) || responseClass === 'busy' || responseClass === 'failed') return
  if (!complete) yield unheard(seen)
  else
    yield {
      message: 'body differs from the specified one',
      at: { in: 'body', pointer: '' },
      expected: notFound,
      actual: json,
    }
}

/** Returns a finding for a body that was cut or cannot be decoded. */
function unheard({ status: code, responseClass, exchange }: Observation): Finding {
  const isHeard = isReplyCaptured(exchange)
  return { message: `returned ${answerInWords(code, responseClass, isHeard)}`, at: { in: 'status' }, doubt: true }
}
