import { judged, type Part } from '../row.ts'

export default {
  title: 'The envelope',
  rows: [
    judged('The response is an object of these fields.', ['content.reply-object', 'content.reply-recognised']),
    judged('Fields are written in camelCase.', ['content.reply-camel-case']),
    judged('`candidates` is an array of Candidate.', ['content.reply-candidates']),
    judged('`promptFeedback` is an object with `blockReason` and an array `safetyRatings`.', [
      'content.reply-prompt-feedback',
      'content.reply-safety-ratings',
    ]),
    judged(
      '`blockReason` is `SAFETY`, `OTHER`, `BLOCKLIST`, `PROHIBITED_CONTENT`, `IMAGE_SAFETY` or `BLOCK_REASON_UNSPECIFIED`.',
      ['content.reply-block-reason'],
    ),
    judged('`modelVersion` is a string.', ['content.reply-model-version']),
    judged(
      '`modelVersion` is the version of the model that was used.',
      ['content.model-version-asked-for'],
      'Another value than the requested name is only reported as information (G14).',
    ),
    judged('`responseId` is a string, the id of the response.', [
      'content.reply-response-id',
      'content.response-id-unique',
      'content.stream-response-id-steady',
    ]),
    judged('`usageMetadata` is an object.', ['content.reply-usage-metadata']),
    judged(
      '`promptTokenCount`, `cachedContentTokenCount`, `candidatesTokenCount`, `totalTokenCount`, `toolUsePromptTokenCount` and `thoughtsTokenCount` are integers.',
      ['content.reply-token-counts'],
    ),
    judged(
      '`totalTokenCount` is a total.',
      ['content.token-counts-add-up'],
      'Which counts it adds up is only reported as information (C11).',
    ),
    judged(
      '`promptTokensDetails`, `candidatesTokensDetails`, `cacheTokensDetails` and `toolUsePromptTokensDetails` are arrays of a `modality` with an integer `tokenCount`.',
      ['content.reply-token-details', 'content.reply-token-counts'],
    ),
    judged('SafetyRating: `category` is a HarmCategory.', ['content.reply-safety-category']),
    judged('SafetyRating: `probability` is a HarmProbability.', ['content.reply-safety-probability']),
    judged('SafetyRating: `blocked` is a boolean.', ['content.reply-safety-ratings']),
  ],
} as const satisfies Part
