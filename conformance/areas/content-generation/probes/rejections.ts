import type { RecordedRequest } from '../../../model/exchange.ts'
import type { Operation, RequestValue } from '../../../model/operation.ts'
import type { Probe } from '../../../model/plan.ts'
import { pictures } from '../media.ts'
import { generateContent, streamContent } from '../operations.ts'
import { question } from '../templates/build.ts'
import { plain } from '../templates/turns.ts'

const unknownModel: RequestValue = { ...plain, path: { model: 'no-such-model' } }
const pictureAsInstruction = question('Name a color.', {
  systemInstruction: { parts: [{ inlineData: pictures.png }] },
})
const textAsInstruction = question('Name a color.', { systemInstruction: { parts: [{ text: 'Answer in one word.' }] } })

const noSpeechConfig = question('Name a color.', { generationConfig: { speechConfig: 7 } })

/** Requests that must be rejected for a reason that follows from no schema. */
export default [generateContent, streamContent].flatMap((operation) => [
  rejection(operation, 'unknown-model', 'a model that does not exist', {
    aims: ['content.model-unknown-rejected', 'content.unknown-model-not-found', 'content.error-404-word'],
    request: operation.write(unknownModel),
  }),
  rejection(operation, 'malformed-json', 'a body that ends in the middle', {
    aims: ['content.malformed-json-rejected'],
    request: { ...operation.write(plain), body: new TextEncoder().encode('{"contents": [') },
  }),
  rejection(operation, 'picture-as-instruction', 'a system instruction that is not text, and one that is', {
    aims: ['content.system-instruction-non-text-rejected'],
    request: operation.write(pictureAsInstruction),
    control: operation.write(textAsInstruction),
  }),
  {
    ...rejection(operation, 'speech-config', 'a `speechConfig` that is not an object, and a request without one', {
      aims: ['content.speech-config-type-rejected'],
      request: operation.write(noSpeechConfig),
      control: operation.write(question('Name a color.', { generationConfig: {} })),
    }),
    capability: 'speech' as const,
  },
])

interface Rejection {
  readonly aims: readonly string[]
  readonly request: RecordedRequest
  /** The same request without the violation. The default is the plain request, which every run sends. */
  readonly control?: RecordedRequest
}

function rejection(operation: Operation, name: string, purpose: string, { aims, request, control }: Rejection): Probe {
  return {
    id: `${operation.id}.${name}`,
    operation: operation.id,
    purpose,
    profile: 'standard',
    aims,
    requests: control === undefined ? 1 : 2,
    cost: { calls: control === undefined ? 0 : 1, images: 0 },
    *steps() {
      yield control === undefined ? [request] : [control, request]
    },
  }
}
