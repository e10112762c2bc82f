import { accepts, acrossExchanges } from '../../../../core/model/build.ts'
import { fromSchemas } from '../../from-schemas.ts'
import { mixedReplies } from '../../nonces.ts'
import { repeatedIds, repliedId } from '../../unique-ids.ts'
import { messageView } from '../message-view.ts'
import { noncesOf } from '../nonces.ts'
import betaHeader from './beta-header.ts'
import credential from './credential.ts'
import { errorStatus, errorWord, messagesErrorBody } from './errors.ts'
import observed from './observed.ts'
import replyForm from './reply-form.ts'
import stopReason from './stop-reason.ts'
import streamBlocks from './stream-blocks.ts'
import streamDelivery from './stream-delivery.ts'
import streamForm from './stream-form.ts'
import streamIndices from './stream-indices.ts'
import streamOrder from './stream-order.ts'
import { stopReasonAtEnd, stopReasonAtStart } from './stream-stop-reason.ts'
import streamUsage from './stream-usage.ts'
import tokensWithinLimit from './tokens-within-limit.ts'
import toolChoice from './tool-choice.ts'
import toolUse from './tool-use.ts'

/** Requirements that complete requests are accepted. The schemas cover individual fields. */
const wholeRequests = [
  accepts({
    id: 'messages.plain-request-accepted',
    section: '2.8',
    endpoint: 'messages.create',
    speaksOf: 'plain',
    interpretation: 'G2',
    statement: 'A request with only `model`, `max_tokens` and one user message is accepted.',
  }),
  accepts({
    id: 'messages.stream-plain-request-accepted',
    section: '2.8',
    endpoint: 'messages.stream',
    speaksOf: 'plain',
    interpretation: 'G2',
    statement: 'A plain request with `stream: true` is accepted.',
  }),
  accepts({
    id: 'messages.combinations-accepted',
    section: '2.8',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    level: 'implied',
    speaksOf: 'combination',
    interpretation: 'G2',
    statement: 'A request that combines several features, each of which is accepted, is accepted.',
  }),
  accepts({
    id: 'messages.json-spelling-accepted',
    section: '4',
    endpoint: 'messages.create',
    alsoOn: ['messages.stream'],
    level: 'implied',
    speaksOf: 'spelling',
    interpretation: 'G13',
    statement: 'A request is accepted however its JSON is spelled: white space, escapes, the order of members.',
  }),
] as const

const uniqueIds = acrossExchanges({
  id: 'messages.reply-id-unique',
  section: '2.9',
  endpoint: 'messages.create',
  alsoOn: ['messages.stream'],
  acrossOperations: true,
  dimension: 'field',
  level: 'stated',
  interpretation: 'M10',
  statement: 'No two replies have the same `id`.',
  needs: ['response-body', 'ids'],
  collect(seen) {
    const id = messageView(seen)?.id
    return typeof id === 'string' ? repliedId(seen, id) : undefined
  },
  check: (collected) => repeatedIds('id', collected),
  isExercised: (collected) => collected.length > 1,
})

const unmixedReplies = acrossExchanges({
  id: 'messages.replies-do-not-mix',
  section: '1',
  endpoint: 'messages.stream',
  alsoOn: ['messages.create'],
  acrossOperations: true,
  alsoRepliesToAnother: true,
  dimension: 'stream',
  level: 'implied',
  interpretation: 'G17',
  statement: 'A response contains nothing from another request that runs at the same time.',
  needs: ['request-body', 'response-body'],
  // A body that is not a message does not show to which request it belongs.
  collect: (seen) => (messageView(seen) !== undefined && seen.isRecognised ? noncesOf(seen) : undefined),
  check: mixedReplies,
  isExercised: (collected) => new Set(collected.flatMap(({ fact }) => fact.own)).size > 1,
})

/** All requirements about messages, in the order of the sections. */
export default [
  ...wholeRequests,
  ...fromSchemas('messages'),
  ...toolChoice,
  ...toolUse,
  ...tokensWithinLimit,
  ...replyForm,
  ...stopReason,
  uniqueIds,
  ...credential,
  ...streamForm,
  ...streamOrder,
  ...stopReasonAtStart,
  ...streamIndices,
  ...streamBlocks,
  ...stopReasonAtEnd,
  ...streamUsage,
  ...streamDelivery,
  ...messagesErrorBody,
  ...errorWord,
  ...errorStatus,
  unmixedReplies,
  ...betaHeader,
  ...observed,
] as const
