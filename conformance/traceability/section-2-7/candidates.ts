import { judged, type Part } from '../row.ts'

export default {
  title: 'Candidate',
  rows: [
    judged('`content` is a Content.', ['content.reply-content', 'content.reply-role', 'content.candidate-role-model']),
    judged(
      '`finishReason` is `STOP`, `MAX_TOKENS`, `SAFETY`, `RECITATION`, `LANGUAGE`, `OTHER`, `BLOCKLIST`, `PROHIBITED_CONTENT`, `SPII`, `MALFORMED_FUNCTION_CALL` or `IMAGE_SAFETY`.',
      ['content.reply-finish-reason'],
      'Which of them is correct for an answer cannot be observed (G13).',
    ),
    judged('`safetyRatings` is an array.', ['content.reply-safety-ratings']),
    judged('`citationMetadata` is an object.', ['content.reply-citation-metadata']),
    judged('`tokenCount` is an integer.', ['content.reply-token-counts']),
    judged('`groundingAttributions` is an array.', ['content.reply-grounding-attributions']),
    judged('`groundingMetadata` is an object.', ['content.reply-grounding-metadata']),
    judged('`avgLogprobs` is a number.', ['content.reply-avg-logprobs', 'content.log-probabilities-not-positive']),
    judged('`logprobsResult` is an object.', ['content.reply-logprobs-result']),
    judged('`urlRetrievalMetadata` is an object.', ['content.reply-url-retrieval-metadata']),
    judged('`urlContextMetadata` is an object.', ['content.reply-url-context-metadata']),
    judged('`index` is an integer.', ['content.reply-index', 'content.indexes-not-negative']),
    judged('`index` tells candidates apart.', ['content.candidate-indexes-distinct']),
    judged(
      'LogprobsResult: `topCandidates` is an array of `candidates`, each of them a string `token`, an integer `tokenId` and a number `logProbability`.',
      ['content.reply-logprobs-result', 'content.log-probabilities-not-positive', 'content.top-candidates-as-asked'],
    ),
    judged('`topCandidates` are sorted by log probability, descending.', ['content.top-candidates-descending']),
    judged('LogprobsResult: `chosenCandidates` is an array of the same shape.', ['content.reply-logprobs-result']),
    judged('`chosenCandidates` has an entry for each step of decoding.', ['content.chosen-candidates-length']),
    judged('With code execution, text, code, its result and more text come in this order.', [
      'content.code-before-result',
      'content.stream-code-before-result',
    ]),
    judged('Code stands in a reply only with code execution enabled.', ['content.code-asked-for']),
  ],
} as const satisfies Part
