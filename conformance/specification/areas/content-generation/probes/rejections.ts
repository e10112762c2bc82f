import type { RecordedRequest } from '../../../../core/model/exchange.ts'
import type { Operation, RequestValue } from '../../../../core/model/operation.ts'
import type { Probe } from '../../../../core/model/plan.ts'
import { rejectionProbe } from '../../rejection-probes.ts'
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

/** Requests that must be rejected for reasons that schemas cannot express. */
export default [generateContent, streamContent].flatMap((operation) => [
  rejectionProbe({
    id: `${operation.id}.unknown-model`,
    operation,
    purpose: 'a model that does not exist',
    aims: ['content.model-unknown-rejected', 'content.unknown-model-not-found', 'content.error-404-word'],
    requests: [operation.write(unknownModel)],
  }),
  rejectionProbe({
    id: `${operation.id}.malformed-json`,
    operation,
    purpose: 'a body that ends in the middle',
    aims: ['content.malformed-json-rejected'],
    requests: [{ ...operation.write(plain), body: Buffer.from('{"contents": [') }],
  }),
  controlled(operation, 'picture-as-instruction', 'a system instruction that is not text, and one that is', {
    aims: ['content.system-instruction-non-text-rejected'],
    request: operation.write(pictureAsInstruction),
    control: operation.write(textAsInstruction),
  }),
  {
    ...controlled(operation, 'speech-config', 'a `speechConfig` that is not an object, and a request without one', {
      aims: ['content.speech-config-type-rejected'],
      request: operation.write(noSpeechConfig),
      control: operation.write(question('Name a color.', { generationConfig: {} })),
    }),
    capability: 'speech' as const,
  },
])

interface ControlledRejection {
  readonly aims: readonly string[]
  readonly request: RecordedRequest
  /** The same request without the violation. */
  readonly control: RecordedRequest
}

/** Makes a probe that also sends the control request, because no other request of the plan is one. */
function controlled(
  operation: Operation,
  name: string,
  purpose: string,
  { aims, request, control }: ControlledRejection,
): Probe {
  return {
    id: `${operation.id}.${name}`,
    operation: operation.id,
    purpose,
    profile: 'standard',
    aims,
    requests: 2,
    cost: { calls: 1, images: 0 },
    *steps() {
      yield [control, request]
    },
  }
}
