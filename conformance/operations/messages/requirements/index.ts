import acceptsCacheControl from './accepts-cache-control.ts'
import acceptsConversation from './accepts-conversation.ts'
import acceptsSettings from './accepts-settings.ts'
import acceptsTools from './accepts-tools.ts'
import betaHeader from './beta-header.ts'
import credential from './credential.ts'
import errorBody from './error-body.ts'
import errorStatus from './error-status.ts'
import errorWord from './error-word.ts'
import isolation from './isolation.ts'
import observed from './observed.ts'
import refusesConversation from './refuses-conversation.ts'
import refusesImages from './refuses-images.ts'
import refusesSampling from './refuses-sampling.ts'
import refusesSettings from './refuses-settings.ts'
import refusesThinking from './refuses-thinking.ts'
import refusesToolLoop from './refuses-tool-loop.ts'
import refusesTools from './refuses-tools.ts'
import replyForm from './reply-form.ts'
import replyShape from './reply-shape.ts'
import replyUsage from './reply-usage.ts'
import stopReason from './stop-reason.ts'
import streamBlocks from './stream-blocks.ts'
import streamClosing from './stream-closing.ts'
import streamDelivery from './stream-delivery.ts'
import streamError from './stream-error.ts'
import streamForm from './stream-form.ts'
import streamIndices from './stream-indices.ts'
import streamOrder from './stream-order.ts'
import streamStart from './stream-start.ts'
import streamUsage from './stream-usage.ts'
import tokensWithinLimit from './tokens-within-limit.ts'
import toolChoice from './tool-choice.ts'
import toolUse from './tool-use.ts'
import uniqueIds from './unique-ids.ts'

/** Everything that the document says about messages, in the order of its sections. */
export default [
  ...acceptsSettings,
  ...acceptsConversation,
  ...acceptsTools,
  ...acceptsCacheControl,
  ...refusesSettings,
  ...refusesSampling,
  ...refusesThinking,
  ...refusesConversation,
  ...refusesImages,
  ...refusesTools,
  ...refusesToolLoop,
  ...toolChoice,
  ...toolUse,
  ...tokensWithinLimit,
  ...replyForm,
  ...replyShape,
  ...replyUsage,
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
  ...streamError,
  ...streamDelivery,
  ...errorBody,
  ...errorWord,
  ...errorStatus,
  ...isolation,
  ...betaHeader,
  ...observed,
] as const
