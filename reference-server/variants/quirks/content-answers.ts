import type { ReplyPart } from '../../routes/content-generation-candidate.ts'
import type { GeneratedChunk } from '../../routes/content-generation-events.ts'
import type { Quirk, VariantReply } from '../variant.ts'
import { inBoth, ofCandidates } from './content-both.ts'
import { inErrors, jsonAnswer } from './json.ts'
import { inStreams, isStream } from './streams.ts'

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
export const outcomeOk: Quirk = (answer) => {
  const text = Buffer.from(answer.body).toString('utf8')
  return text.includes('"OUTCOME_OK"')
    ? { ...answer, body: Buffer.from(text.replaceAll('"OUTCOME_OK"', '"OK"')) }
    : answer
}

/** Blocks the prompt in every third response. */
export const blocksPrompts: Quirk = (answer, request) => {
  if (request.ordinal % 3 !== 0 || answer.status !== 200) return answer
  const blocked = {
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    usageMetadata: { promptTokenCount: 3, totalTokenCount: 3 },
  }
  return whole(answer, blocked)
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
export const stopsEarly: Quirk = (answer, { ordinal }) => {
  if (ordinal % 3 !== 0 || answer.status !== 200) return answer
  const finishReason = reasons[Math.floor(ordinal / 3) % reasons.length]
  const candidate = { ...(ordinal % 2 === 0 ? {} : { content: {} }), finishReason, index: 0 }
  return whole(answer, { candidates: [candidate] })
}

function whole(answer: VariantReply, json: unknown): VariantReply {
  if (!isStream(answer)) return jsonAnswer(200, json)
  const body = Buffer.from(`data: ${JSON.stringify(json)}\n\n`)
  return { ...answer, body, chunks: [body] }
}

/** Sends an empty text last, the counts in every chunk, a chunk without candidates, and `[DONE]` at the very end. */
export const otherChunks: Quirk = (answer, request) => {
  const longer = inLongerStreams(answer, request)
  if (!isStream(longer)) return longer
  const body = Buffer.concat([longer.body, Buffer.from('data: [DONE]\n\n')])
  return { ...longer, body, chunks: [body] }
}

const inLongerStreams = inStreams<GeneratedChunk>((events) => {
  const last = events.at(-1)
  if (last === undefined) return events
  const { usageMetadata } = last.json
  const early = events.slice(0, -1).map(({ json }) => ({ json: { ...unfinished(json), usageMetadata } }))
  const closing = last.json.candidates.map(({ finishReason, index }) => ({
    content: { role: 'model', parts: [{ text: '' }] },
    finishReason,
    index,
  }))
  return [
    { json: { usageMetadata } },
    ...early,
    { json: unfinished(last.json) },
    { json: { ...last.json, candidates: closing } },
  ]
})

const unfinished = ofCandidates((one) => ({ ...one, finishReason: null }))

/** Sends error bodies without details, or with other kinds of details. */
export const otherDetails: Quirk = inErrors((body, { ordinal, endpoint }) => {
  if (endpoint === undefined || !('error' in body) || !('details' in body.error)) return body
  const { details, ...error } = body.error
  if (ordinal % 3 === 0) return { error }
  const kinds = [
    { '@type': 'type.googleapis.com/google.rpc.Help', links: [] },
    { '@type': 'x', fieldViolations: [] },
    {},
  ]
  return { error: { ...error, details: ordinal % 3 === 1 ? kinds : details, errors: [] } }
})
