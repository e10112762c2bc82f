import { itemsOf, type Members, membersOf, numberOf } from '../../../schemas/json.ts'
import { each, having, where, within } from '../../alterations.ts'
import type { IncomingRequest } from '../../incoming-request.ts'
import type { ReplyEvent } from '../../reply.ts'
import { breaking, type Fault } from '../fault.ts'

import { has, inAllCandidates, inAnswers, inCandidates, inChunks, inParts, settingsOf } from './alterations.ts'
import { mimeTypeIn } from './obedience.ts'

/** A PNG of one pixel in base64. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

const grounded = (members: Members) => inAllCandidates(having({ groundingMetadata: members }))

/** Defects in the meaning of a response's members (section 2.7). */
export const detailFaults: readonly Fault[] = [
  breaking(
    'content-citation-before-the-text',
    ['content.indexes-not-negative'],
    inAllCandidates(having({ citationMetadata: { citationSources: [{ startIndex: -1, endIndex: 3 }] } })),
  ),
  breaking(
    'content-average-above-zero',
    ['content.log-probabilities-not-positive'],
    inAllCandidates(having({ avgLogprobs: 0.5 })),
  ),
  breaking(
    'content-web-uri-as-number',
    ['content.grounding-web-members'],
    grounded({ groundingChunks: [{ web: { uri: 7 } }] }),
  ),
  breaking(
    'content-segment-end-as-text',
    ['content.grounding-segment-members'],
    grounded({ groundingSupports: [{ segment: { endIndex: '3' } }] }),
  ),
  breaking(
    'content-chunk-beyond-the-last',
    ['content.grounding-chunk-indexes-in-range'],
    grounded({ groundingChunks: [{ web: {} }], groundingSupports: [{ groundingChunkIndices: [1] }] }),
  ),
  breaking(
    'content-offsets-in-characters',
    ['content.segment-counts-bytes'],
    inCandidates(where(isPlainText, citingInCharacters)),
  ),
  breaking(
    'content-retrieved-url-as-object',
    ['content.retrieved-url-text'],
    inAllCandidates(having({ urlRetrievalMetadata: { urlRetrievalContexts: [{ retrievedUrl: {} }] } })),
  ),
  breaking(
    'content-media-unpadded',
    ['content.reply-base64-standard'],
    inAllCandidates(
      where(
        (candidate, request) => !isTextAsked(candidate, request),
        within('content', each('parts', having({ inlineData: { mimeType: 'image/png', data: 'AAECAw' } }))),
      ),
    ),
  ),
  breaking('content-one-response-id', ['content.response-id-unique'], inAnswers(having({ responseId: 'r1' }))),
  breaking(
    'content-stream-id-for-each-event',
    ['content.stream-response-id-steady'],
    inChunks((chunks) =>
      chunks.map(({ data, ...event }, index) => {
        const { responseId, ...rest } = membersOf(data)
        return { ...event, data: { ...rest, responseId: `${String(responseId)}-${index}` } }
      }),
    ),
  ),
  breaking(
    'content-one-more-token-than-asked',
    ['content.top-candidates-as-asked'],
    inAllCandidates(within('logprobsResult', each('topCandidates', withOneMore))),
  ),
  breaking(
    'content-thinks-beyond-its-budget',
    ['content.thinking-budget-kept'],
    inAnswers(within('usageMetadata', where(has('thoughtsTokenCount'), thinkingLonger))),
  ),
  breaking('content-code-unasked', ['content.code-asked-for'], inAllCandidates(where(isCodeless, runningCode))),
  breaking(
    'content-blocked-when-off',
    ['content.nothing-blocked-when-off'],
    inAllCandidates((candidate, request) => ({ ...candidate, safetyRatings: blocking(request, isOff) })),
  ),
  breaking(
    'content-blocked-although-allowed',
    ['content.allowed-rating-not-blocked'],
    inAllCandidates((candidate, request) => ({
      ...candidate,
      safetyRatings: blocking(request, (threshold) => !isOff(threshold)),
    })),
  ),
  breaking(
    'content-picture-for-text',
    ['content.text-only-as-asked'],
    inAllCandidates(where(isTextAsked, within('content', withPicture))),
  ),
  breaking('content-stream-result-first', ['content.stream-code-before-result'], inChunks(withResultFirst)),
  breaking(
    'content-json-date-in-words',
    ['content.json-mode-fits-schema'],
    inParts(where(isDate, having({ text: '"31 January"' }))),
  ),
]

function isPlainText({ content }: Members, request: IncomingRequest): boolean {
  const parts = itemsOf(membersOf(content)['parts']).map(membersOf)
  return parts.every(has('text')) && (mimeTypeIn(request) ?? 'text/plain') === 'text/plain'
}

function citingInCharacters(candidate: Members): unknown {
  const segment = { startIndex: 7, endIndex: 11, text: 'blau' }
  return {
    ...candidate,
    content: { role: 'model', parts: [{ text: 'Größe: blau' }] },
    groundingMetadata: { groundingSupports: [{ segment }] },
  }
}

function withOneMore(step: Members): unknown {
  const last = { token: ' walnut', tokenId: 1, logProbability: -1000 }
  return { ...step, candidates: [...itemsOf(step['candidates']), last] }
}

/** Counts more thinking tokens and keeps the total correct. */
function thinkingLonger({ thoughtsTokenCount, totalTokenCount, ...rest }: Members): unknown {
  const thoughts = 1_000_000
  const others = (numberOf(totalTokenCount) ?? 0) - (numberOf(thoughtsTokenCount) ?? 0)
  return { ...rest, thoughtsTokenCount: thoughts, totalTokenCount: others + thoughts }
}

function isCodeless(_candidate: Members, { value }: IncomingRequest): boolean {
  return !JSON.stringify(value.body ?? null).includes('"codeExecution"')
}

function runningCode(candidate: Members): unknown {
  const content = membersOf(candidate['content'])
  const code = { executableCode: { language: 'PYTHON', code: 'print(4)' } }
  const result = { codeExecutionResult: { outcome: 'OUTCOME_OK' } }
  return { ...candidate, content: { ...content, parts: [...itemsOf(content['parts']), code, result] } }
}

/** Blocks the categories with certain thresholds, although each of those allows a negligible probability. */
function blocking({ value }: IncomingRequest, isBlocked: (threshold: unknown) => boolean): readonly unknown[] {
  const settings = itemsOf(membersOf(value.body)['safetySettings']).map(membersOf)
  return settings
    .filter(({ threshold }) => isBlocked(threshold))
    .map(({ category }) => ({ category, probability: 'NEGLIGIBLE', blocked: true }))
}

function isOff(threshold: unknown): boolean {
  return threshold === 'OFF' || threshold === 'BLOCK_NONE'
}

function isTextAsked(_candidate: Members, { value }: IncomingRequest): boolean {
  return itemsOf(settingsOf(value.body)['responseModalities']).includes('TEXT')
}

function withPicture(content: Members): unknown {
  const picture = { inlineData: { mimeType: 'image/png', data: onePixel } }
  return { ...content, parts: [...itemsOf(content['parts']), picture] }
}

/** Swaps the code and its result. */
function withResultFirst(chunks: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const at = (name: string) => chunks.findIndex(({ data }) => JSON.stringify(data ?? null).includes(name))
  const [code, result] = [at('"executableCode"'), at('"codeExecutionResult"')]
  if (code < 0 || result < 0) return chunks
  return chunks.map((chunk, index) => {
    const other = index === code ? chunks[result] : index === result ? chunks[code] : undefined
    return other === undefined ? chunk : { ...chunk, data: withContentOf(membersOf(chunk.data), membersOf(other.data)) }
  })
}

function withContentOf(chunk: Members, other: Members): unknown {
  const contents = itemsOf(other['candidates']).map((candidate) => membersOf(candidate)['content'])
  const candidates = itemsOf(chunk['candidates']).map(membersOf)
  return { ...chunk, candidates: candidates.map((one, index) => ({ ...one, content: contents[index] })) }
}

function isDate(part: Members, { value }: IncomingRequest): boolean {
  return has('text')(part) && JSON.stringify(value.body ?? null).includes('"format":"date"')
}
