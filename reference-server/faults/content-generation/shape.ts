import { itemsOf, type Members, membersOf } from '../../../schemas/json.ts'
import { json } from '../../reply.ts'
import { breaking, having, onSuccess, where, within, without } from '../alterations.ts'
import type { Fault } from '../fault.ts'
import { asHtml, asPlainText } from '../streams.ts'
import { adding, has, inCandidates, inCounts, inParts, inResponse } from './alterations.ts'

const asList = () => json(200, [])

/** Defects in the form of a response (section 2.7) and of its parts (section 2.6). */
export const shapeFaults: readonly Fault[] = [
  breaking('content-list-for-reply', ['content.reply-object'], onSuccess('content.generate', asList)),
  breaking('content-other-dialect', ['content.reply-recognised'], inResponse(asCompletion)),
  breaking(
    'content-empty-reply',
    ['content.reply-recognised'],
    inResponse(() => ({})),
  ),
  breaking(
    'content-one-candidate',
    ['content.reply-candidates'],
    inResponse(({ candidates, ...rest }) => ({ ...rest, candidates: [candidates].flat()[0] })),
  ),
  breaking(
    'content-string-content',
    ['content.reply-content'],
    inCandidates(where(isWords, having({ content: 'amber' }))),
  ),
  breaking(
    'content-assistant-role',
    ['content.reply-role', 'content.candidate-role-model'],
    inCandidates(within('content', having({ role: 'assistant' }))),
  ),
  breaking(
    'content-foreign-finish-reason',
    ['content.reply-finish-reason'],
    inCandidates(having({ finishReason: 'FUNCTION_CALL' })),
  ),
  breaking('content-index-as-text', ['content.reply-index'], inCandidates(having({ index: '0' }))),
  breaking('content-average-as-text', ['content.reply-avg-logprobs'], inCandidates(adding('avgLogprobs', '-0.5'))),
  breaking('content-logprobs-as-list', ['content.reply-logprobs-result'], inCandidates(adding('logprobsResult', []))),
  breaking('content-feedback-as-text', ['content.reply-prompt-feedback'], inResponse(adding('promptFeedback', 'fine'))),
  breaking(
    'content-foreign-block-reason',
    ['content.reply-block-reason'],
    inResponse(adding('promptFeedback', { blockReason: 'blocked' })),
  ),
  breaking('content-version-as-number', ['content.reply-model-version'], inResponse(having({ modelVersion: 1 }))),
  breaking('content-id-as-number', ['content.reply-response-id'], inResponse(having({ responseId: 1 }))),
  breaking('content-usage-as-list', ['content.reply-usage-metadata'], inResponse(having({ usageMetadata: [] }))),
  breaking('content-negative-count', ['content.reply-token-counts'], inCounts(having({ cachedContentTokenCount: -1 }))),
  breaking('content-count-as-text', ['content.reply-token-counts'], inCounts(having({ cachedContentTokenCount: '0' }))),
  breaking(
    'content-details-as-object',
    ['content.reply-token-details'],
    inCounts(having({ promptTokensDetails: { TEXT: 5 } })),
  ),
  breaking('content-ratings-as-object', ['content.reply-safety-ratings'], inCandidates(adding('safetyRatings', {}))),
  breaking(
    'content-foreign-category',
    ['content.reply-safety-category'],
    inCandidates(adding('safetyRatings', [{ category: 'violence' }])),
  ),
  breaking(
    'content-foreign-probability',
    ['content.reply-safety-probability'],
    inCandidates(adding('safetyRatings', [{ probability: 0.1 }])),
  ),
  breaking(
    'content-citations-as-list',
    ['content.reply-citation-metadata'],
    inCandidates(adding('citationMetadata', [])),
  ),
  breaking(
    'content-grounding-as-list',
    ['content.reply-grounding-metadata'],
    inCandidates(adding('groundingMetadata', [])),
  ),
  breaking(
    'content-attributions-as-object',
    ['content.reply-grounding-attributions'],
    inCandidates(adding('groundingAttributions', {})),
  ),
  breaking(
    'content-retrievals-as-list',
    ['content.reply-url-retrieval-metadata'],
    inCandidates(adding('urlRetrievalMetadata', [])),
  ),
  breaking(
    'content-url-context-as-list',
    ['content.reply-url-context-metadata'],
    inCandidates(adding('urlContextMetadata', [])),
  ),
  breaking(
    'content-score-in-percent',
    ['content.grounding-scores'],
    inCandidates(adding('groundingMetadata', scored(97))),
  ),
  breaking(
    'content-blob-of-words',
    ['content.sdk-blob-json'],
    inCandidates(adding('groundingMetadata', { searchEntryPoint: { sdkBlob: btoa('amber apple') } })),
  ),
  breaking('content-text-as-list', ['content.reply-text'], inParts(where(has('text'), having({ text: ['amber'] })))),
  breaking(
    'content-media-without-type',
    ['content.reply-inline-data'],
    inParts(adding('inlineData', { data: 'AAAA' })),
  ),
  breaking(
    'content-range-backwards',
    ['content.end-index-not-before-start'],
    inCandidates(adding('citationMetadata', { citationSources: [{ startIndex: 9, endIndex: 3 }] })),
  ),
  breaking(
    'content-html-page',
    ['content.reply-json', 'content.reply-content-type'],
    onSuccess('content.generate', asHtml),
  ),
  breaking('content-plain-text-type', ['content.reply-content-type'], onSuccess('content.generate', asPlainText)),
  breaking(
    'content-created',
    ['content.success-status'],
    onSuccess('content.generate', (reply) => ({ ...reply, status: 201 })),
  ),
  breaking(
    'content-another-version',
    ['content.model-version-asked-for'],
    inResponse(having({ modelVersion: 'content-model-1-001' })),
  ),
  breaking('content-total-of-its-own', ['content.token-counts-add-up'], inCounts(having({ totalTokenCount: 100_000 }))),
  breaking(
    'content-file-without-uri',
    ['content.reply-file-data'],
    inParts(adding('fileData', { mimeType: 'image/png' })),
  ),
  breaking(
    'content-call-without-name',
    ['content.reply-function-call'],
    inParts(within('functionCall', without('name'))),
  ),
  breaking(
    'content-args-as-string',
    ['content.reply-function-call', 'content.call-args-fit-parameters'],
    inParts(within('functionCall', ({ args, ...rest }) => ({ ...rest, args: JSON.stringify(args) }))),
  ),
  breaking(
    'content-response-without-name',
    ['content.reply-function-response'],
    inParts(adding('functionResponse', { response: {} })),
  ),
  breaking(
    'content-code-without-language',
    ['content.reply-executable-code'],
    inParts(within('executableCode', without('language'))),
  ),
  breaking(
    'content-foreign-outcome',
    ['content.reply-code-execution-result'],
    inParts(within('codeExecutionResult', having({ outcome: 'success' }))),
  ),
]

function asCompletion(): unknown {
  const message = { role: 'assistant', content: 'amber apple' }
  return { id: 'chatcmpl-1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] }
}

function scored(score: number): unknown {
  return { retrievalMetadata: { googleSearchDynamicRetrievalScore: score } }
}

/**
 * Returns whether a candidate has no calls. A candidate with calls would also violate its request if its parts were
 * removed.
 */
function isWords({ content }: Members): boolean {
  return itemsOf(membersOf(content)['parts']).every((part) => has('text')(membersOf(part)))
}
