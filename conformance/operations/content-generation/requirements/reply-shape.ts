import { shape } from '../../../model/build.ts'
import type { ExchangeRequirement } from '../../../model/requirement.ts'

/** The members of a content-generation response (section 2.7). Every one may be absent (readings.md G4). */
export default [
  shape({
    ...about('content.reply-object', 'A successful reply is a JSON object.'),
    reading: 'G5',
  }),
  shape({
    ...about('content.reply-recognised', 'A successful reply has `candidates` or `promptFeedback`.'),
    reading: 'G4',
  }),
  shape(about('content.reply-candidates', '`candidates` is a list of objects.')),
  optional('content.reply-content', 'The `content` of a candidate is an object with a list of parts.'),
  optional('content.reply-role', 'The `role` of a content is one of the listed.'),
  optional('content.reply-finish-reason', '`finishReason` is one of the listed.'),
  optional('content.reply-index', 'The `index` of a candidate is an integer.'),
  optional('content.reply-avg-logprobs', '`avgLogprobs` is a number.'),
  optional('content.reply-logprobs-result', '`logprobsResult` has the shape of a LogprobsResult.'),
  optional('content.reply-prompt-feedback', '`promptFeedback` is an object.'),
  optional('content.reply-block-reason', '`blockReason` is one of the listed.'),
  optional('content.reply-model-version', '`modelVersion` is a string.'),
  optional('content.reply-response-id', '`responseId` is a string.'),
  optional('content.reply-usage-metadata', '`usageMetadata` is an object.'),
  optional('content.reply-token-counts', 'Token counts are integers of at least 0.', 'C11'),
  optional('content.reply-token-details', 'Token details list modalities with their counts.'),
  optional('content.reply-safety-ratings', '`safetyRatings` are a list of SafetyRating objects.'),
  optional('content.reply-safety-category', 'The category of a safety rating is one of the listed.'),
  optional('content.reply-safety-probability', 'The probability of a safety rating is one of the listed.'),
  optional('content.reply-citation-metadata', '`citationMetadata` has the shape of a CitationMetadata.'),
  optional('content.reply-grounding-metadata', '`groundingMetadata` has the shape of a GroundingMetadata.'),
  optional('content.reply-grounding-attributions', '`groundingAttributions` are GroundingAttribution objects.'),
  optional('content.reply-url-retrieval-metadata', '`urlRetrievalMetadata` has the shape of an UrlRetrievalMetadata.'),
  optional('content.reply-url-context-metadata', '`urlContextMetadata` has the shape of an UrlContextMetadata.'),
  optional('content.grounding-scores', 'Scores of grounding lie between 0 and 1.', 'C8'),
] as const

function about<const Id extends string>(id: Id, statement: string) {
  return { id, section: '2.7', endpoint: 'content.generate', statement } as const
}

/** No request can provoke a member that may be absent: its shape is judged where it shows. */
function optional<const Id extends string>(id: Id, statement: string, reading = 'G5'): ExchangeRequirement<Id> {
  return shape({ ...about(id, statement), reading, conditional: true })
}
