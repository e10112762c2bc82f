import { isObject } from '../../../schemas/json.ts'
import { type Alteration, composed, inErrors, inStreams } from '../../alterations.ts'
import type { ErrorBody } from '../../errors.ts'
import { jsonReply, type Reply, raw } from '../../reply.ts'
import type { ReplyPart } from '../../routes/content-generation-candidate.ts'
import type { GeneratedChunk } from '../../routes/content-generation-events.ts'
import { inBoth, ofCandidates } from './content-both.ts'

/** Splits each text into two parts. The second one has a signature. */
export const textInParts = inBoth(
  ofCandidates((one) => ({
    ...one,
    content: { ...one.content, parts: one.content.parts.flatMap(inTwo) },
  })),
)

function inTwo(part: ReplyPart): readonly ReplyPart[] {
  const { text } = part
  if (typeof text !== 'string' || text.length < 2) return [part]
  return [
    { ...part, text: text.slice(0, 1) },
    { ...part, text: text.slice(1), thoughtSignature: 'c2ln' },
  ]
}

/** Uses the other spelling of the outcome of code. */
export const outcomeOk = inBoth(
  ofCandidates((one) => ({ ...one, content: { ...one.content, parts: one.content.parts.map(withOutcomeOk) } })),
)

function withOutcomeOk(part: ReplyPart): ReplyPart {
  const { codeExecutionResult: result } = part
  return isObject(result) && result['outcome'] === 'OUTCOME_OK'
    ? { ...part, codeExecutionResult: { ...result, outcome: 'OK' } }
    : part
}

/** Blocks the prompt in every third response. */
export const blocksPrompts: Alteration = (reply, { ordinal }) => {
  if (ordinal % 3 !== 0 || reply.status !== 200) return reply
  const blocked = {
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    usageMetadata: { promptTokenCount: 3, totalTokenCount: 3 },
  }
  return whole(reply, blocked)
}

const reasons = [
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'OTHER',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MALFORMED_FUNCTION_CALL',
  'IMAGE_SAFETY',
  'MAX_TOKENS',
] as const

/** Ends every third answer early, without content or with an empty one. */
export const stopsEarly: Alteration = (reply, { ordinal }) => {
  if (ordinal % 3 !== 0 || reply.status !== 200) return reply
  const finishReason = reasons[Math.floor(ordinal / 3) % reasons.length]
  const candidate = { ...(ordinal % 2 === 0 ? {} : { content: {} }), finishReason, index: 0 }
  return whole(reply, { candidates: [candidate] })
}

/** Sends a single reply in the form of the one that it replaces: as JSON, or as the only event of a stream. */
export function whole(reply: Reply, data: unknown): Reply {
  return reply.body.kind === 'events'
    ? { ...reply, body: { kind: 'events', events: [{ data }] } }
    : jsonReply(reply.status, data)
}

const inLongerStreams = inStreams<GeneratedChunk>((events) => {
  const last = events.at(-1)
  if (last === undefined) return events
  const { usageMetadata } = last.data
  const early = events.slice(0, -1).map(({ data }) => ({ data: { ...unfinished(data), usageMetadata } }))
  const closing = last.data.candidates.map(({ finishReason, index }) => ({
    content: { role: 'model', parts: [{ text: '' }] },
    finishReason,
    index,
  }))
  return [
    { data: { usageMetadata } },
    ...early,
    { data: unfinished(last.data) },
    { data: { ...last.data, candidates: closing } },
  ]
})

/** Sends an empty text last, the counts in every chunk, a chunk without candidates, and `[DONE]` at the very end. */
export const otherChunks = composed(
  inLongerStreams,
  inStreams((events) => [...events, { data: raw('[DONE]') }]),
)

const unfinished = ofCandidates((one) => ({ ...one, finishReason: null }))

/** Sends error bodies without details, or with other kinds of details. */
export const otherDetails = inErrors<ErrorBody>((body, { ordinal }) => {
  if (!('error' in body) || !('details' in body.error)) return body
  const { details, ...error } = body.error
  if (ordinal % 3 === 0) return { error }
  const kinds = [
    { '@type': 'type.googleapis.com/google.rpc.Help', links: [] },
    { '@type': 'x', fieldViolations: [] },
    {},
  ]
  return { error: { ...error, details: ordinal % 3 === 1 ? kinds : details, errors: [] } }
})
