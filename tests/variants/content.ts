import { inErrors, inReplies, type Json, jsonAnswer } from './json.ts'
import { inStreams, isStream, type SentEvent } from './streams.ts'
import type { Answer, Oddity } from './variant.ts'

function inChunks(change: (reply: Json) => Json): Oddity {
  return inStreams((events) => events.map((one) => ({ ...one, json: change(one.json) })))
}

function inBoth(change: (reply: Json) => Json): readonly Oddity[] {
  return [inReplies(change), inChunks(change)]
}

function ofCandidates(change: (candidate: Json) => Json): (reply: Json) => Json {
  return (reply) => (reply.candidates ? { ...reply, candidates: reply.candidates.map(change) } : reply)
}

const candidateFields = [
  'content',
  'finishReason',
  'safetyRatings',
  'citationMetadata',
  'tokenCount',
  'groundingAttributions',
  'groundingMetadata',
  'avgLogprobs',
  'logprobsResult',
  'urlRetrievalMetadata',
  'urlContextMetadata',
  'index',
] as const
const countFields = [
  'cachedContentTokenCount',
  'toolUsePromptTokenCount',
  'thoughtsTokenCount',
  'promptTokensDetails',
  'candidatesTokensDetails',
  'cacheTokensDetails',
  'toolUsePromptTokensDetails',
] as const
const partFields = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
] as const

function nulls(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, null]))
}

/** Null wherever 2.7 has something that is not there. */
export const nullsEverywhere = inBoth((reply) => ({
  promptFeedback: null,
  modelVersion: null,
  responseId: null,
  usageMetadata: null,
  ...ofCandidates((one) => ({
    ...nulls(candidateFields),
    ...one,
    content: one.content && {
      role: one.content.role,
      parts: one.content.parts?.map((part: Json) => ({ ...nulls(partFields), ...part })),
    },
  }))(reply),
  ...(reply.usageMetadata ? { usageMetadata: { ...nulls(countFields), ...reply.usageMetadata } } : {}),
}))

/** Leaves out whatever 2.7 lets be left out: index of a lone candidate, role, counts, versions. */
export const sparse = inBoth(({ candidates }) => ({
  candidates: candidates.map(({ content, finishReason, index, logprobsResult }: Json) => ({
    content: { parts: content?.parts },
    ...(finishReason ? { finishReason } : {}),
    ...(candidates.length > 1 ? { index } : {}),
    ...(logprobsResult ? { logprobsResult } : {}),
  })),
}))

/** Empty lists and objects for everything there is nothing to say about, and more fields than listed. */
export const emptyLists = inBoth((reply) => ({
  ...ofCandidates((one) => ({
    safetyRatings: [],
    citationMetadata: { citationSources: [] },
    groundingAttributions: [],
    groundingMetadata: { groundingChunks: [], groundingSupports: [], webSearchQueries: [] },
    urlRetrievalMetadata: {},
    urlContextMetadata: { urlMetadata: [] },
    finishMessage: '',
    ...one,
  }))(reply),
  promptFeedback: { safetyRatings: [] },
  createTime: '2026-01-01T00:00:00Z',
}))

/** All that 2.7 lists and few gateways give: citations, grounding, addresses, ratings. */
export const richReplies = inBoth(
  ofCandidates((one) => ({
    ...one,
    safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'NEGLIGIBLE', probabilityScore: 0.1 }],
    citationMetadata: {
      citationSources: [
        { endIndex: 4, uri: 'https://example.com/' },
        { startIndex: 2, endIndex: 2, license: '' },
      ],
    },
    groundingMetadata: {
      groundingChunks: [{ web: { uri: 'https://example.com/', title: 'example.com' } }, { web: {} }],
      groundingSupports: [
        { groundingChunkIndices: [0, 1], confidenceScores: [0, 1], segment: { endIndex: 3, text: 'abc' } },
      ],
      webSearchQueries: ['lake'],
      searchEntryPoint: { renderedContent: '<div></div>', sdkBlob: 'W10=' },
      retrievalMetadata: {},
    },
    groundingAttributions: [
      { sourceId: { groundingPassage: { passageId: 'p', partIndex: 0 } }, content: { parts: [{ text: 'x' }] } },
    ],
    urlRetrievalMetadata: { urlRetrievalContexts: [{ retrievedUrl: 'https://example.com/' }] },
    urlContextMetadata: {
      urlMetadata: [{ retrievedUrl: 'https://example.com/', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' }],
    },
  })),
)

/** Each text in two parts, the second one signed. */
export const textInParts = inBoth(
  ofCandidates((one) => ({
    ...one,
    ...(one.content ? { content: { ...one.content, parts: one.content.parts?.flatMap(inTwo) } } : {}),
  })),
)

function inTwo(part: Json): readonly Json[] {
  if (typeof part.text !== 'string' || part.text.length < 2) return [part]
  return [
    { ...part, text: part.text.slice(0, 1) },
    { ...part, text: part.text.slice(1), thoughtSignature: 'c2ln' },
  ]
}

/** The outcome of code in the other spelling. */
export const outcomeOk: Oddity = (answer) => {
  const text = Buffer.from(answer.body).toString('utf8')
  return text.includes('"OUTCOME_OK"')
    ? { ...answer, body: Buffer.from(text.replaceAll('"OUTCOME_OK"', '"OK"')) }
    : answer
}

/** Every third answer is that the prompt was blocked. */
export const blocksPrompts: Oddity = (answer, ask) => {
  if (ask.ordinal % 3 !== 0 || answer.status !== 200) return answer
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

/** Every third answer stops early, without content or with an empty one. */
export const stopsEarly: Oddity = (answer, { ordinal }) => {
  if (ordinal % 3 !== 0 || answer.status !== 200) return answer
  const finishReason = reasons[Math.floor(ordinal / 3) % reasons.length]
  const candidate = { ...(ordinal % 2 === 0 ? {} : { content: {} }), finishReason, index: 0 }
  return whole(answer, { candidates: [candidate] })
}

function whole(answer: Answer, json: unknown): Answer {
  if (!isStream(answer)) return jsonAnswer(200, json)
  const body = Buffer.from(`data: ${JSON.stringify(json)}\n\n`)
  return { ...answer, body, chunks: [body] }
}

/** An empty text last, the counts in every chunk, a chunk without candidates, `[DONE]` at the very end. */
export const otherChunks: Oddity = (answer, ask) => {
  const longer = inStreams((events) => {
    const last = events.at(-1) as SentEvent
    const { usageMetadata } = last.json
    const early = events.slice(0, -1).map(({ json }) => ({
      json: {
        ...json,
        candidates: json.candidates?.map((one: Json) => ({ ...one, finishReason: null })),
        usageMetadata,
      },
    }))
    const open = {
      ...last.json,
      candidates: last.json.candidates?.map((one: Json) => ({ ...one, finishReason: null })),
    }
    const closing = last.json.candidates?.map(({ finishReason, index }: Json) => ({
      content: { role: 'model', parts: [{ text: '' }] },
      finishReason,
      index,
    }))
    return [{ json: { usageMetadata } }, ...early, { json: open }, { json: { ...last.json, candidates: closing } }]
  })(answer, ask)
  if (!isStream(longer)) return longer
  const body = Buffer.concat([longer.body, Buffer.from('data: [DONE]\n\n')])
  return { ...longer, body, chunks: [body] }
}

/** Error bodies without details, or with details of other kinds. */
export const otherDetails: Oddity = inErrors((json, { ordinal, endpoint }) => {
  if (!endpoint?.startsWith('content')) return json
  const { details, ...error } = json.error
  if (ordinal % 3 === 0) return { error }
  const kinds = [
    { '@type': 'type.googleapis.com/google.rpc.Help', links: [] },
    { '@type': 'x', fieldViolations: [] },
    {},
  ]
  return { error: { ...error, details: ordinal % 3 === 1 ? kinds : details, errors: [] } }
})
