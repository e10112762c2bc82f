import { itemsOf, type Members, membersOf } from '../../../schemas/json.ts'
import { having, onSuccess, where, within } from '../../alterations.ts'
import { asHtml, asPlainText, inUtf16, withStatus } from '../../transport-alterations.ts'
import { breaking, type Fault, wrongIn } from '../fault.ts'
import {
  contentOperations,
  has,
  inAllCandidates,
  inCandidates,
  inParts,
  inResponse,
  wrong,
  wrongCandidate,
} from './alterations.ts'

const wrongPart = wrongIn(inParts)

/** Defects in the form of a response (section 2.7) and of its parts (section 2.6). */
export const shapeFaults: readonly Fault[] = [
  breaking('content-other-dialect', ['content.reply-recognised'], inResponse(asCompletion)),
  breaking(
    'content-empty-reply',
    ['content.reply-recognised'],
    inResponse(() => ({})),
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
  wrongCandidate('content-foreign-finish-reason', 'content.reply-finish-reason', '/finishReason', 'FUNCTION_CALL'),
  wrongCandidate('content-index-as-text', 'content.reply-index', '/index', '0'),
  wrong('content-feedback-as-text', 'content.reply-prompt-feedback', '/promptFeedback', 'fine'),
  wrong('content-foreign-block-reason', 'content.reply-block-reason', '/promptFeedback', { blockReason: 'blocked' }),
  wrong('content-version-as-number', 'content.reply-model-version', '/modelVersion', 1),
  wrong('content-negative-count', 'content.reply-token-counts', '/usageMetadata/cachedContentTokenCount', -1),
  wrong('content-count-as-text', 'content.reply-token-counts', '/usageMetadata/cachedContentTokenCount', '0'),
  wrongCandidate('content-citations-as-list', 'content.reply-citation-metadata', '/citationMetadata', []),
  wrongCandidate('content-grounding-as-list', 'content.reply-grounding-metadata', '/groundingMetadata', []),
  breaking(
    'content-attributions-as-object',
    ['content.reply-grounding-attributions'],
    inCandidates(having({ groundingAttributions: {} })),
  ),
  wrongCandidate('content-retrievals-as-list', 'content.reply-url-retrieval-metadata', '/urlRetrievalMetadata', []),
  wrongCandidate('content-url-context-as-list', 'content.reply-url-context-metadata', '/urlContextMetadata', []),
  wrongCandidate('content-score-in-percent', 'content.grounding-scores', '/groundingMetadata', scored(97)),
  breaking(
    'content-blob-of-words',
    ['content.sdk-blob-json'],
    inAllCandidates(having({ groundingMetadata: { searchEntryPoint: { sdkBlob: btoa('amber apple') } } })),
  ),
  breaking(
    'content-range-backwards',
    ['content.end-index-not-before-start'],
    inAllCandidates(having({ citationMetadata: { citationSources: [{ startIndex: 9, endIndex: 3 }] } })),
  ),
  breaking('content-html-page', ['content.reply-json'], onSuccess('content.generate', asHtml)),
  breaking('content-utf-16', ['content.reply-utf-8'], onSuccess('content.generate', inUtf16)),
  breaking('content-plain-text-type', ['content.reply-content-type'], onSuccess('content.generate', asPlainText)),
  breaking('content-created', ['content.success-status'], onSuccess(contentOperations, withStatus(201))),
  wrong('content-another-version', 'content.model-version-asked-for', '/modelVersion', 'content-model-1-001'),
  wrong('content-total-of-its-own', 'content.token-counts-add-up', '/usageMetadata/totalTokenCount', 100_000),
  wrongPart('content-file-without-uri', 'content.reply-file-data', '/fileData', { mimeType: 'image/png' }),
  breaking(
    'content-args-as-string',
    ['content.reply-function-call', 'content.call-args-fit-parameters'],
    inParts(within('functionCall', ({ args, ...rest }) => ({ ...rest, args: JSON.stringify(args) }))),
  ),
  wrongPart('content-response-without-name', 'content.reply-function-response', '/functionResponse', { response: {} }),
]

function asCompletion(): unknown {
  const message = { role: 'assistant', content: 'amber apple' }
  return { id: 'chatcmpl-1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] }
}

function scored(score: number): unknown {
  return { retrievalMetadata: { googleSearchDynamicRetrievalScore: score } }
}

/**
 * Returns whether a candidate has no calls. Removing the parts of a candidate with calls would also violate its
 * request.
 */
function isWords({ content }: Members): boolean {
  return itemsOf(membersOf(content)['parts']).every((part) => has('text')(membersOf(part)))
}
