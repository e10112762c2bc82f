import { fromSchemas } from '../../from-schemas.ts'
import betaHeader from './beta-header.ts'
import credential from './credential.ts'
import errorBody from './error-body.ts'
import errorStatus from './error-status.ts'
import errorWord from './error-word.ts'
import isolation from './isolation.ts'
import observed from './observed.ts'
import replyForm from './reply-form.ts'
import replyShape from './reply-shape.ts'
import stopReason from './stop-reason.ts'
import streamBlocks from './stream-blocks.ts'
import streamClosing from './stream-closing.ts'
import streamDelivery from './stream-delivery.ts'
import streamForm from './stream-form.ts'
import streamIndices from './stream-indices.ts'
import streamOrder from './stream-order.ts'
import streamStart from './stream-start.ts'
import streamUsage from './stream-usage.ts'
import tokensWithinLimit from './tokens-within-limit.ts'
import toolChoice from './tool-choice.ts'
import toolUse from './tool-use.ts'
import uniqueIds from './unique-ids.ts'
import wholeRequests from './whole-requests.ts'

/** All requirements about messages, in the order of the sections. */
export default [
  ...wholeRequests,
  ...fromSchemas('messages'),
  ...toolChoice,
  ...toolUse,
  ...tokensWithinLimit,
  ...replyForm,
  ...replyShape,
  ...stopReason,
  ...uniqueIds,
  ...credential,
  ...streamForm,
  ...streamOrder,
  ...streamStart,
  ...streamIndices,
  ...streamBlocks,
  ...streamClosing,
  ...streamUsage,
  ...streamDelivery,
  ...errorBody,
  ...errorWord,
  ...errorStatus,
  ...isolation,
  ...betaHeader,
  ...observed,
] as const
