import { isObject } from '../../../../../schemas/json.ts'
import { requirement } from '../../../../core/model/build.ts'
import { succeeded } from '../../../../core/model/observation.ts'
import { isJson, replyContentType, replyParses, replyUtf8 } from '../../transport.ts'
import { payloadsOf } from '../slices.ts'

/** Requirements on the format of a successful reply. */
export default [
  requirement({
    ...replyParses,
    id: 'content.reply-json',
    endpoint: 'content.generate',
    statement: 'A successful reply is JSON.',
    appliesTo: succeeded,
    check: isJson(() => 'body is not JSON', 'JSON'),
  }),
  requirement({
    ...replyContentType,
    id: 'content.reply-content-type',
    endpoint: 'content.generate',
    statement: 'A response in JSON has a JSON content type.',
    appliesTo: (seen) => succeeded(seen) && seen.json !== undefined,
  }),
  requirement({
    ...replyUtf8,
    id: 'content.reply-utf-8',
    endpoint: 'content.generate',
    appliesTo: (seen) => succeeded(seen) && seen.json !== undefined,
  }),
  requirement({
    id: 'content.reply-camel-case',
    section: '2.7',
    endpoint: 'content.generate',
    alsoOn: ['content.stream'],
    dimension: 'field',
    level: 'implied',
    interpretation: 'C1',
    statement: 'The fields of a reply are written in camelCase.',
    needs: ['response-body'],
    appliesTo: (seen) => payloadsOf(seen).length > 0,
    *check(seen) {
      for (const { members, at } of payloadsOf(seen)) {
        for (const { pointer, field } of snakeCaseFields(members)) {
          yield { message: `${field} is in snake_case`, at: at(pointer), actual: field }
        }
      }
    },
  }),
] as const

/**
 * The fields of a reply whose names consist of several words, and the fields that contain them (section 2.7; section
 * 2.6 for contents).
 */
const fields = [
  'candidates content parts web segment',
  'promptFeedback blockReason safetyRatings usageMetadata modelVersion responseId finishReason citationMetadata tokenCount',
  'groundingAttributions groundingMetadata avgLogprobs logprobsResult urlRetrievalMetadata urlContextMetadata',
  'inlineData mimeType fileData fileUri functionCall functionResponse executableCode codeExecutionResult',
  'promptTokenCount cachedContentTokenCount candidatesTokenCount totalTokenCount toolUsePromptTokenCount thoughtsTokenCount',
  'promptTokensDetails candidatesTokensDetails cacheTokensDetails toolUsePromptTokensDetails',
  'citationSources startIndex endIndex groundingChunks groundingSupports groundingChunkIndices confidenceScores partIndex',
  'webSearchQueries searchEntryPoint renderedContent sdkBlob retrievalMetadata googleSearchDynamicRetrievalScore',
  'sourceId groundingPassage passageId semanticRetrieverChunk topCandidates chosenCandidates tokenId logProbability',
  'urlRetrievalContexts retrievedUrl urlMetadata urlRetrievalStatus',
].flatMap((line) => line.split(' '))

/** The maximum depth of a listed field. */
const deepest = 16
const known = new Set(fields)
const twins = new Map(fields.map((field) => [field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), field]))

interface PlacedField {
  readonly pointer: string
  readonly field: string
}

/**
 * Returns the known fields of a reply that only occur under their snake_case name. Ignores the content of unknown
 * members.
 */
function snakeCaseFields(value: unknown): readonly PlacedField[] {
  const found: PlacedField[] = []
  collect(found, value, '', 0)
  return found
}

function collect(found: PlacedField[], value: unknown, pointer: string, depth: number): void {
  if (depth > deepest) return
  if (Array.isArray(value)) value.forEach((item, index) => collect(found, item, `${pointer}/${index}`, depth + 1))
  if (!isObject(value)) return
  for (const name of Object.keys(value)) {
    const camel = twins.get(name)
    if (camel === undefined && !known.has(name)) continue
    const at = `${pointer}/${name}`
    if (camel !== undefined && camel !== name && !Object.hasOwn(value, camel)) found.push({ pointer: at, field: name })
    collect(found, value[name], at, depth + 1)
  }
}
