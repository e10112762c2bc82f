import { inBoth, ofCandidates } from './content-both.ts'

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

function nulls(names: readonly string[]): Readonly<Record<string, null>> {
  return Object.fromEntries(names.map((name) => [name, null]))
}

/** Sends null for every absent member of 2.7. */
export const nullsEverywhere = inBoth((reply) => ({
  promptFeedback: null,
  modelVersion: null,
  responseId: null,
  usageMetadata: null,
  ...ofCandidates((one) => ({
    ...nulls(candidateFields),
    ...one,
    content: {
      role: one.content.role,
      parts: one.content.parts.map((part) => ({ ...nulls(partFields), ...part })),
    },
  }))(reply),
  ...(reply.usageMetadata ? { usageMetadata: { ...nulls(countFields), ...reply.usageMetadata } } : {}),
}))

/** Omits every optional member of 2.7: the index of a single candidate, roles, counts and versions. */
export const sparse = inBoth(({ candidates }) => ({
  candidates: candidates.map(({ content, finishReason, index, logprobsResult }) => ({
    content: { parts: content.parts },
    ...(finishReason ? { finishReason } : {}),
    ...(candidates.length > 1 ? { index } : {}),
    ...(logprobsResult ? { logprobsResult } : {}),
  })),
}))

/** Sends empty lists and objects for every member without a value, and unlisted members. */
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

/** Sends everything that 2.7 lists and few gateways use: citations, grounding, addresses, ratings. */
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
