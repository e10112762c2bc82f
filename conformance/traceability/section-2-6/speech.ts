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
      [
        'content.speech-served',
        'content.speech-language-served',
        'content.language-code-unsupported-refused',
        'content.speech-config-type-refused',
      ],
      'Only the configured one is requested: it needs a model with speech output and one of its voices (C6).',
    ),
    excluded(
      'The existing voices are not specified.',
      'The specification does not decide it, so no speech is requested without configuration.',
      'C6',
    ),
    excluded('The content of cached content is not specified.', 'The specification does not decide it.', 'G16'),
  ],
} as const satisfies Part
