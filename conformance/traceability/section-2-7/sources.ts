import { judged, type Part } from '../row.ts'

export default {
  title: 'Sources',
  rows: [
    judged(
      'CitationMetadata: `citationSources` is an array of integers `startIndex` and `endIndex` and strings `uri` and `license`.',
      ['content.reply-citation-metadata', 'content.indexes-not-negative'],
    ),
    judged('`endIndex` of a citation is exclusive.', ['content.end-index-not-before-start']),
    judged('GroundingMetadata: `groundingChunks` is an array of `web` with `uri` and `title`.', [
      'content.reply-grounding-metadata',
      'content.grounding-web-members',
    ]),
    judged(
      '`groundingSupports` is an array of `groundingChunkIndices` (integers), `confidenceScores` (numbers) and `segment` (`partIndex`, `startIndex`, `endIndex` in bytes, `text`).',
      [
        'content.reply-grounding-metadata',
        'content.grounding-segment-members',
        'content.grounding-chunk-indexes-in-range',
        'content.segment-counts-bytes',
        'content.end-index-not-before-start',
      ],
    ),
    judged('`confidenceScores` lie from 0 to 1.', ['content.grounding-scores']),
    judged('`webSearchQueries` is an array.', ['content.reply-grounding-metadata']),
    judged('`searchEntryPoint` has the strings `renderedContent` and `sdkBlob`.', ['content.reply-grounding-metadata']),
    judged('`sdkBlob` is JSON in base64.', [
      'content.reply-grounding-metadata',
      'content.sdk-blob-json',
      'content.reply-base64-standard',
    ]),
    judged('`retrievalMetadata` has `googleSearchDynamicRetrievalScore`, a number from 0 to 1.', [
      'content.reply-grounding-metadata',
      'content.grounding-scores',
    ]),
    judged(
      'GroundingAttribution: `sourceId` with `groundingPassage` (string `passageId`, integer `partIndex`) and `semanticRetrieverChunk` (strings `source`, `chunk`).',
      ['content.reply-grounding-attributions'],
    ),
    judged('GroundingAttribution: `content` is a Content.', [
      'content.reply-grounding-attributions',
      'content.reply-content',
    ]),
    judged('UrlRetrievalMetadata: `urlRetrievalContexts` is an array of `retrievedUrl`.', [
      'content.reply-url-retrieval-metadata',
      'content.retrieved-url-text',
    ]),
    judged('UrlContextMetadata: `urlMetadata` is an array of a string `retrievedUrl` and a `urlRetrievalStatus`.', [
      'content.reply-url-context-metadata',
    ]),
  ],
} as const satisfies Part
