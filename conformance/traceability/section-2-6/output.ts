import { excluded, judged, type Part } from '../row.ts'

export default {
  title: 'GenerationConfig: the form of the answer',
  rows: [
    judged('`responseMimeType` is a string: `text/plain`, `application/json` or `text/x.enum`.', [
      'content.response-mime-type-text-accepted',
      'content.response-mime-type-json-accepted',
      'content.response-mime-type-enum-accepted',
      'content.response-mime-type-unknown-refused',
      'content.response-mime-type-type-refused',
    ]),
    excluded('`responseMimeType` is `text/plain` by default.', 'Any text is plain text.', 'G13'),
    judged('With `application/json` the answer is JSON.', [
      'content.json-mode-parses',
      'content.stream-json-mode-parses',
    ]),
    judged('With `text/x.enum` the answer is a member of the enum.', ['content.enum-mode-member']),
    judged('`responseSchema` is the schema of the answer.', [
      'content.response-schema-object-accepted',
      'content.response-schema-type-refused',
      'content.json-mode-fits-schema',
    ]),
    judged(
      '`responseModalities` is an array of Modality: `TEXT`, `IMAGE` or `AUDIO`.',
      [
        'content.response-modalities-accepted',
        'content.response-modality-unknown-refused',
        'content.response-modalities-type-refused',
      ],
      '`IMAGE` and `AUDIO` are not requested: no model is known to support them (C6). `VIDEO`, `DOCUMENT` and `MODALITY_UNSPECIFIED` are unspecified.',
    ),
    judged('Modality: `TEXT`, `IMAGE`, `VIDEO`, `AUDIO`, `DOCUMENT` or `MODALITY_UNSPECIFIED`.', [
      'content.response-modality-unknown-refused',
      'content.reply-token-details',
    ]),
    judged(
      'UrlRetrievalStatus: `URL_RETRIEVAL_STATUS_SUCCESS`, `URL_RETRIEVAL_STATUS_ERROR` or `URL_RETRIEVAL_STATUS_UNSPECIFIED`.',
      ['content.reply-url-context-metadata'],
    ),
  ],
} as const satisfies Part
