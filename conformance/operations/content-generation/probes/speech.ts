import type { RequestValue } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import { generateContent } from '../operations.ts'

/** What a user says the target can speak with; voice names are not shown (readings.md C6). */
export interface Speech {
  readonly voice: string
  /** One of the languages that section 2.6 lists. */
  readonly languageCode: string
}

/** The document's label of the model that speaks; what it is called is the user's to say. */
export const speechModel = 'speech-model-1'

/** Asks a model for speech in a listed language and in one that is not: the first is the good twin of the second. */
export function speechProbe(speech: Speech, model = speechModel): Probe {
  return {
    id: 'content.generate.speech',
    operation: 'content.generate',
    purpose: 'speech with the configured voice, in a listed language and in one that is not',
    profile: 'standard',
    aims: ['content.language-code-unsupported-refused'],
    requests: 2,
    cost: { calls: 1, images: 0 },
    capability: 'speech',
    *steps() {
      yield [generateContent.write(asking(model, speech))]
      yield [generateContent.write(asking(model, { ...speech, languageCode: 'no-such-value' }))]
    },
  }
}

function asking(model: string, { voice, languageCode }: Speech): RequestValue {
  const speechConfig = { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } }, languageCode }
  return {
    path: { model },
    body: {
      contents: [{ parts: [{ text: 'Say hello.' }] }],
      generationConfig: { responseModalities: ['AUDIO'], speechConfig },
    },
  }
}
