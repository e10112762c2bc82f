import { excluded, judged, type Part } from '../row.ts'

export default {
  title: 'Safety settings',
  rows: [
    judged('`safetySettings` is an optional array of SafetySetting.', [
      'content.safety-settings-empty-accepted',
      'content.several-safety-settings-accepted',
      'content.safety-settings-type-refused',
      'content.safety-setting-type-refused',
    ]),
    judged('SafetySetting: `category` is required.', ['content.safety-category-missing-refused']),
    judged(
      'HarmCategory: `HARM_CATEGORY_DEROGATORY`, `HARM_CATEGORY_TOXICITY`, `HARM_CATEGORY_VIOLENCE`, `HARM_CATEGORY_SEXUAL`, `HARM_CATEGORY_MEDICAL`, `HARM_CATEGORY_DANGEROUS`, `HARM_CATEGORY_HARASSMENT`, `HARM_CATEGORY_HATE_SPEECH`, `HARM_CATEGORY_SEXUALLY_EXPLICIT`, `HARM_CATEGORY_DANGEROUS_CONTENT`, `HARM_CATEGORY_CIVIC_INTEGRITY` or `HARM_CATEGORY_UNSPECIFIED`.',
      [
        'content.safety-category-derogatory-accepted',
        'content.safety-category-toxicity-accepted',
        'content.safety-category-violence-accepted',
        'content.safety-category-sexual-accepted',
        'content.safety-category-medical-accepted',
        'content.safety-category-dangerous-accepted',
        'content.safety-category-harassment-accepted',
        'content.safety-category-hate-speech-accepted',
        'content.safety-category-sexually-explicit-accepted',
        'content.safety-category-dangerous-content-accepted',
        'content.safety-category-civic-integrity-accepted',
        'content.safety-category-unknown-refused',
        'content.reply-safety-category',
      ],
      'Whether `HARM_CATEGORY_UNSPECIFIED` is accepted is unspecified (C6).',
    ),
    judged('SafetySetting: `threshold` is required.', ['content.safety-threshold-missing-refused']),
    judged(
      'HarmBlockThreshold: `BLOCK_LOW_AND_ABOVE`, `BLOCK_MEDIUM_AND_ABOVE`, `BLOCK_ONLY_HIGH`, `BLOCK_NONE`, `OFF` or `HARM_BLOCK_THRESHOLD_UNSPECIFIED`.',
      [
        'content.nothing-blocked-when-off',
        'content.safety-threshold-block-low-and-above-accepted',
        'content.safety-threshold-block-medium-and-above-accepted',
        'content.safety-threshold-block-only-high-accepted',
        'content.safety-threshold-block-none-accepted',
        'content.safety-threshold-off-accepted',
        'content.safety-threshold-unknown-refused',
      ],
      'Whether `HARM_BLOCK_THRESHOLD_UNSPECIFIED` is accepted is unspecified (C6).',
    ),
    excluded(
      'A threshold states up to which probability of harm an answer is given.',
      'How harmful a text is, is a judgement of the model; prompts of a run are harmless.',
      'G13',
    ),
    judged('HarmProbability: `NEGLIGIBLE`, `LOW`, `MEDIUM`, `HIGH` or `HARM_PROBABILITY_UNSPECIFIED`.', [
      'content.reply-safety-probability',
    ]),
  ],
} as const satisfies Part
