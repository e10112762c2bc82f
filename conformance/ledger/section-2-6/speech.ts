import { excluded, judged, type Part } from '../row.ts'

export default {
  title: 'SpeechConfig',
  rows: [
    judged(
      '`speechConfig`: `voiceConfig` is an object with `prebuiltVoiceConfig`, and that has the string `voiceName`.',
      ['content.speech-config-type-refused'],
    ),
    judged(
      '`multiSpeakerVoiceConfig` has `speakerVoiceConfigs`, an array of a string `speaker` with a `voiceConfig`.',
      ['content.speech-config-type-refused'],
    ),
    judged(
      '`languageCode` is one of 17 strings: `zh-CN`, `en-US`, `ja-JP`, `ko-KR`, `fr-FR`, `de-DE`, `es-ES`, `pt-BR`, `hi-IN`, `ar-XA`, `it-IT`, `tr-TR`, `vi-VN`, `th-TH`, `ru-RU`, `pl-PL`, `nl-NL`.',
      ['content.language-code-unsupported-refused', 'content.speech-config-type-refused'],
      'That each is accepted is not judged: it takes a model that speaks and one of its voices (C6).',
    ),
    excluded('Which voices there are is not shown.', 'The document leaves it open, and so no answer is spoken.', 'C6'),
    excluded('What a cached content holds is not shown.', 'The document leaves it open.', 'G16'),
  ],
} as const satisfies Part
