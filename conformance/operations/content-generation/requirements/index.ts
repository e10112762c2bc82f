import acceptsGeneration from './accepts-generation.ts'
import acceptsMedia from './accepts-media.ts'
import acceptsSafety from './accepts-safety.ts'
import acceptsSchemas from './accepts-schemas.ts'
import acceptsSpellings from './accepts-spellings.ts'
import acceptsTools from './accepts-tools.ts'
import acceptsTurns from './accepts-turns.ts'
import candidates from './candidates.ts'
import errorBody from './error-body.ts'
import errorWords from './error-words.ts'
import functionCalls from './function-calls.ts'
import isolation from './isolation.ts'
import logprobs from './logprobs.ts'
import observed from './observed.ts'
import outputForm from './output-form.ts'
import partOrder from './part-order.ts'
import refusalStatus from './refusal-status.ts'
import refusesContents from './refuses-contents.ts'
import refusesGeneration from './refuses-generation.ts'
import refusesParts from './refuses-parts.ts'
import refusesTools from './refuses-tools.ts'
import replyFormat from './reply-format.ts'
import replyParts from './reply-parts.ts'
import replyShape from './reply-shape.ts'
import searchEntryPoint from './search-entry-point.ts'
import stream from './stream.ts'

/** All that content generation requires, in the order of the document's story: ask, be refused, be answered. */
export default [
  ...acceptsTurns,
  ...acceptsSpellings,
  ...acceptsMedia,
  ...acceptsTools,
  ...acceptsSafety,
  ...acceptsGeneration,
  ...acceptsSchemas,
  ...refusesContents,
  ...refusesParts,
  ...refusesTools,
  ...refusesGeneration,
  ...refusalStatus,
  ...errorBody,
  ...errorWords,
  ...replyFormat,
  ...replyShape,
  ...replyParts,
  ...candidates,
  ...functionCalls,
  ...outputForm,
  ...logprobs,
  ...partOrder,
  ...searchEntryPoint,
  ...stream,
  ...isolation,
  ...observed,
] as const
