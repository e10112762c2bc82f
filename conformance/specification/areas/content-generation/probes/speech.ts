import type { RequestValue } from '../../../../core/model/operation.ts'
import type { Probe } from '../../../../core/model/plan.ts'
import { generateContent, speechModel } from '../operations.ts'

/**
 * The speech settings that a user states for the target. The specification does not list names of voices
 * (interpretation C6).
 */
export interface Speech {
  readonly voice: string
  /** One of the languages listed in section 2.6. */
  readonly languageCode: string
}

export { speechModel } from '../operations.ts'

/**
 * Makes a probe that requests speech without a language, in a listed language, and in an unlisted one. Each request is
 * the control request of the next.
 */
export function speechProbe(speech: Speech, model = speechModel): Probe {
  return {
    id: 'content.generate.speech',
    operation: 'content.generate',
    purpose: 'speech with the configured voice, in a listed language and in one that is not listed',
    profile: 'standard',
    aims: ['content.language-code-unsupported-rejected', 'content.speech-served', 'content.speech-language-served'],
    requests: 3,
    cost: { calls: 2, images: 0 },
    capability: 'speech',
    *steps() {
      yield [generateContent.write(asking(model, { voice: speech.voice }))]
      yield [generateContent.write(asking(model, speech))]
      yield [generateContent.write(asking(model, { ...speech, languageCode: 'no-such-value' }))]
    },
  }
}

function asking(model: string, { voice, ...language }: Pick<Speech, 'voice'> & Partial<Speech>): RequestValue {
  const speechConfig = { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } }, ...language }
  return {
    path: { model },
    body: {
      contents: [{ parts: [{ text: 'Say hello.' }] }],
      generationConfig: { responseModalities: ['AUDIO'], speechConfig },
    },
  }
}
