import { accepts, acrossExchanges } from '../../../../core/model/build.ts'
import { fromSchemas } from '../../from-schemas.ts'
import { listedForm } from '../../listed-form.ts'
import { mixedReplies } from '../../nonces.ts'
import { noncesOf } from '../nonces.ts'
import askedFor from './asked-for.ts'
import candidates from './candidates.ts'
import { contentErrorBody, errorWords } from './errors.ts'
import fieldViolations from './field-violations.ts'
import functionCalls from './function-calls.ts'
import grounding from './grounding.ts'
import logprobs from './logprobs.ts'
import observed from './observed.ts'
import outputForm from './output-form.ts'
import partOrder from './part-order.ts'
import rejectionStatus from './rejection-status.ts'
import replyBase64 from './reply-base64.ts'
import replyFormat from './reply-format.ts'
import responseIds from './response-ids.ts'
import speechServed from './speech-served.ts'
import stream from './stream.ts'
import tooLarge from './too-large.ts'

/** Requirements that complete requests are accepted. The schemas cover individual fields. */
const wholeRequests = [
  accepts({
    id: 'content.plain-request-accepted',
    section: '4',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    interpretation: 'G2',
    speaksOf: 'plain',
    statement: 'A request with only one text in its `contents` is accepted.',
  }),
  accepts({
    id: 'content.combinations-accepted',
    section: '2.6',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    level: 'implied',
    interpretation: 'G2',
    speaksOf: 'combination',
    statement: 'A request that combines listed features, each of which is accepted, is accepted.',
  }),
  accepts({
    id: 'content.json-spelling-accepted',
    section: '4',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    level: 'implied',
    speaksOf: 'spelling',
    interpretation: 'G13',
    statement: 'A request is accepted however its JSON is spelled: white space, escapes, the order of members.',
  }),
] as const

const keyInQuery = listedForm({
  id: 'content.key-in-query',
  operations: ['content.generate', 'content.stream'],
  form: 'query',
  interpretation: 'C5',
  statement: 'A key that is accepted in a header is also accepted as the query parameter `key`.',
})

const unmixedReplies = acrossExchanges({
  id: 'content.replies-do-not-mix',
  section: '3',
  endpoint: 'content.stream',
  alsoOn: ['content.generate'],
  acrossOperations: true,
  alsoRepliesToAnother: true,
  dimension: 'stream',
  level: 'implied',
  interpretation: 'G17',
  statement: 'A response contains nothing from another request.',
  needs: ['request-body', 'response-body'],
  collect: (seen) => (seen.responseClass === 'accepted' ? noncesOf(seen) : undefined),
  isExercised: (collected) => collected.filter(({ fact }) => fact.own.length > 0).length > 1,
  check: mixedReplies,
})

/** All requirements of content generation, in the order of the specification: requests, rejections, replies. */
export default [
  ...wholeRequests,
  ...fromSchemas('content-generation'),
  ...rejectionStatus,
  ...tooLarge,
  keyInQuery,
  ...speechServed,
  ...contentErrorBody,
  ...errorWords,
  ...fieldViolations,
  ...replyFormat,
  ...candidates,
  ...functionCalls,
  ...outputForm,
  ...askedFor,
  ...logprobs,
  ...partOrder,
  ...replyBase64,
  ...grounding,
  ...responseIds,
  ...stream,
  unmixedReplies,
  ...observed,
] as const
