import { isObject, membersOf } from '../../../schemas/json.ts'
import type { ReplyPart } from '../../routes/content-generation-candidate.ts'
import type { GeneratedChunk } from '../../routes/content-generation-events.ts'
import type { Quirk, VariantReply, VariantRequest } from '../variant.ts'
import { inBoth, ofCandidates } from './content-both.ts'
import { inErrors, parsed } from './json.ts'
import { type Framing, inStreams, isStream } from './streams.ts'

/** Uses texts as details. */
export const detailsOfTexts: Quirk = withDetails(() => ['the request is invalid', 'see the manual'])

/** Uses field violations with members of other types. */
export const detailsOfNumbers: Quirk = withDetails(() => [{ fieldViolations: [{ field: 7, description: ['no'] }] }])

/** Uses field violations with paths in the style of protocol buffers. */
export const detailsOfProtocol: Quirk = withDetails((details) =>
  details.map((detail) => {
    const { fieldViolations, ...rest } = membersOf(detail)
    const violations = Array.isArray(fieldViolations) ? fieldViolations.map(membersOf) : []
    return {
      ...rest,
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: violations.map((one) => ({ ...one, field: inSnakeCase(String(one['field'])) })),
    }
  }),
)

function withDetails(change: (details: readonly unknown[]) => readonly unknown[]): Quirk {
  return inErrors((body, { endpoint }) => {
    if (endpoint === undefined || !('error' in body) || !('details' in body.error)) return body
    return { error: { ...body.error, details: change(body.error.details) } }
  })
}

function inSnakeCase(path: string): string {
  return `GenerateContentRequest.${path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
}

/** Sends three results for each piece of code. */
export const manyResults = inBoth(
  ofCandidates((one) => ({ ...one, content: { ...one.content, parts: one.content.parts.flatMap(threefold) } })),
)

function threefold(part: ReplyPart): readonly ReplyPart[] {
  const { codeExecutionResult: result } = part
  if (!isObject(result)) return [part]
  return [part, { codeExecutionResult: { outcome: 'OUTCOME_FAILED' } }, { codeExecutionResult: { outcome: 'OK' } }]
}

/** Sends only the index of each candidate if a function must be called. */
export const onlyAnIndex: Quirk = (answer, request) => {
  const asked = JSON.stringify(request.json ?? null)
  if (answer.status !== 200 || !asked.includes('"mode":"ANY"')) return answer
  const [, count = '1'] = /"(?:candidateCount|candidate_count)":(\d+)/.exec(asked) ?? []
  const json = JSON.stringify({ candidates: Array.from({ length: Number(count) }, (_, index) => ({ index })) })
  return isStream(answer) ? rewritten(answer, `data: ${json}\n\n`) : { ...answer, body: Buffer.from(json) }
}

/** Sends a comment before the first event, between events and after the last. */
export const keepAlives: Framing = (events) =>
  `: keep-alive\n\n${events.map(({ json }) => `data: ${JSON.stringify(json)}\n\n: keep-alive\n\n`).join('')}`

/** Sends members that the specification names without a type. */
export const untypedMembers = inBoth(
  ofCandidates((one) => ({
    ...one,
    groundingMetadata: {
      groundingChunks: [{ web: { uri: ['https://example.com/'], title: 7 } }],
      groundingSupports: [{ segment: { partIndex: '0', startIndex: 0.5, text: { plain: 'abc' } } }],
    },
    urlRetrievalMetadata: { urlRetrievalContexts: [{ retrievedUrl: { href: 'https://example.com/' } }] },
  })),
)

/** Writes integers with a fraction of zero or an exponent, and an average that no double can represent. */
export const oddNumbers: Quirk = (answer) => {
  const text = Buffer.from(answer.body).toString('utf8')
  const odd = text
    .replace(/"(index|promptTokenCount|tokenCount)":(\d+)/g, '"$1":$2.0')
    .replace(/"totalTokenCount":(\d+)/g, '"totalTokenCount":$1e0')
    .replace(/"avgLogprobs":[^,}]+/g, '"avgLogprobs":-1e400')
  if (odd === text || answer.status !== 200) return answer
  return rewritten(answer, odd)
}

function rewritten(answer: VariantReply, text: string): VariantReply {
  const body = Buffer.from(text)
  return answer.chunks === undefined ? { ...answer, body } : { ...answer, body, chunks: [body] }
}

/** Sends marked thoughts before each answer. */
export const thoughtsFirst: Quirk = (answer, request) => {
  const [inReply, inChunk] = withThoughts
  return isStream(answer) ? (inChunk?.(answer, request) ?? answer) : (inReply?.(answer, request) ?? answer)
}

const withThoughts = inBoth(
  ofCandidates((one) => ({
    ...one,
    content: { ...one.content, parts: [{ text: 'Let me think: {', thought: true }, ...one.content.parts] },
  })),
)

/** Sends the counts in the first event only. */
export const countsFirst: Quirk = inStreams<GeneratedChunk>((events) => {
  const { usageMetadata } = events.at(-1)?.json ?? {}
  return events.map(({ json }, index) => {
    const { usageMetadata: _, ...rest } = json
    return { json: index === 0 ? { ...rest, usageMetadata } : rest }
  })
})

/** Sends the finish reason in a separate event without content. */
export const finishApart: Quirk = inStreams<GeneratedChunk>((events) => {
  const last = events.at(-1)
  if (last === undefined) return events
  const unfinished = last.json.candidates.map(({ finishReason: _, ...one }) => one)
  const finished = last.json.candidates.map(({ finishReason, index }) => ({ finishReason, index }))
  return [
    ...events.slice(0, -1),
    { json: { ...last.json, candidates: unfinished } },
    { json: { candidates: finished, responseId: last.json.responseId } },
  ]
})

/** Sends events without information: no members, an empty list, only the id. */
export const emptyEvents: Quirk = inStreams<GeneratedChunk>((events) =>
  events.flatMap((event) => [
    { json: {} },
    { json: { candidates: [] } },
    event,
    { json: { responseId: event.json.responseId } },
  ]),
)

/** Sends at most one token for each step, regardless of the request. */
export const fewTokens = inBoth(
  ofCandidates((one) => {
    if (!isObject(one.logprobsResult)) return one
    const { topCandidates } = one.logprobsResult
    const steps = Array.isArray(topCandidates) ? topCandidates.map(membersOf) : []
    const fewer = steps.map(({ candidates }) => ({
      candidates: Array.isArray(candidates) ? candidates.slice(0, 1) : [],
    }))
    return { ...one, logprobsResult: { ...one.logprobsResult, topCandidates: fewer } }
  }),
)

/** Sends rejections in JSON with the content type of a stream, if the request is for a stream. */
export const errorsAsStream: Quirk = (answer: VariantReply, { endpoint }: VariantRequest) => {
  if (answer.status < 400 || endpoint !== 'content.stream' || parsed(answer.body) === undefined) return answer
  return { ...answer, headers: { ...answer.headers, 'content-type': 'text/event-stream' } }
}

/** Sends streams whose events are plain text. */
export const textEvents: Quirk = (answer) => {
  if (!isStream(answer) || answer.status !== 200) return answer
  return rewritten(answer, 'data: amber apple\n\ndata: walnut\n\n')
}
