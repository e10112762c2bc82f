import { isObject, membersOf } from '../../../schemas/json.ts'
import { type Alteration, inErrors, inStreams } from '../../alterations.ts'
import type { ErrorBody } from '../../errors.ts'
import { frame, raw } from '../../reply.ts'
import type { ReplyPart } from '../../routes/content-generation-candidate.ts'
import type { GeneratedChunk } from '../../routes/content-generation-events.ts'
import { type Framing, inText, withHeaders } from '../../transport-alterations.ts'
import { whole } from './content-answers.ts'
import { inBoth, ofCandidates } from './content-both.ts'

export const detailsOfTexts = withDetails(() => ['the request is invalid', 'see the manual'])

/** Uses field violations with members of other types. */
export const detailsOfNumbers = withDetails(() => [{ fieldViolations: [{ field: 7, description: ['no'] }] }])

/** Uses field violations with paths in the style of protocol buffers. */
export const detailsOfProtocol = withDetails((details) =>
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

function withDetails(change: (details: readonly unknown[]) => readonly unknown[]): Alteration {
  return inErrors<ErrorBody>((body) => {
    if (!('error' in body) || !('details' in body.error)) return body
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
export const onlyAnIndex: Alteration = (reply, { value }) => {
  const asked = JSON.stringify(value.body ?? null)
  if (reply.status !== 200 || !asked.includes('"mode":"ANY"')) return reply
  const [, count = '1'] = /"candidateCount":(\d+)/.exec(asked) ?? []
  return whole(reply, { candidates: Array.from({ length: Number(count) }, (_, index) => ({ index })) })
}

/** Sends a comment before the first event, between events and after the last. */
export const keepAlives: Framing = (events) =>
  `: keep-alive\n\n${events.map((event) => `${frame(event)}: keep-alive\n\n`).join('')}`

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
export const oddNumbers: Alteration = (reply) => (reply.status === 200 ? writtenOddly(reply) : reply)

const writtenOddly = inText((text) =>
  text
    .replace(/"(index|promptTokenCount|tokenCount)":(\d+)/g, '"$1":$2.0')
    .replace(/"totalTokenCount":(\d+)/g, '"totalTokenCount":$1e0')
    .replace(/"avgLogprobs":[^,}]+/g, '"avgLogprobs":-1e400'),
)

/** Sends marked thoughts before each answer. */
export const thoughtsFirst = inBoth(
  ofCandidates((one) => ({
    ...one,
    content: { ...one.content, parts: [{ text: 'Let me think: {', thought: true }, ...one.content.parts] },
  })),
)

/** Sends the counts in the first event only. */
export const countsFirst = inStreams<GeneratedChunk>((events) => {
  const { usageMetadata } = events.at(-1)?.data ?? {}
  return events.map(({ data }, index) => {
    const { usageMetadata: _, ...rest } = data
    return { data: index === 0 ? { ...rest, usageMetadata } : rest }
  })
})

/** Sends the finish reason in a separate event without content. */
export const finishApart = inStreams<GeneratedChunk>((events) => {
  const last = events.at(-1)
  if (last === undefined) return events
  const unfinished = last.data.candidates.map(({ finishReason: _, ...one }) => one)
  const finished = last.data.candidates.map(({ finishReason, index }) => ({ finishReason, index }))
  return [
    ...events.slice(0, -1),
    { data: { ...last.data, candidates: unfinished } },
    { data: { candidates: finished, responseId: last.data.responseId } },
  ]
})

/** Sends events without information: no members, an empty list, only the id. */
export const emptyEvents = inStreams<GeneratedChunk>((events) =>
  events.flatMap((event) => [
    { data: {} },
    { data: { candidates: [] } },
    event,
    { data: { responseId: event.data.responseId } },
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
export const errorsAsStream: Alteration = (reply, { endpoint }) =>
  reply.status >= 400 && endpoint === 'content.stream' && reply.body.kind === 'json'
    ? withHeaders({ 'content-type': 'text/event-stream' })(reply)
    : reply

export const textEvents = inStreams(() => [{ data: raw('amber apple') }, { data: raw('walnut') }])
