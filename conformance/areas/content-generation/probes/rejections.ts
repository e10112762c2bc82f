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

const noSpeechConfig = question('Name a color.', { generationConfig: { speechConfig: 7 } })

/** Requests to be rejected that do not follow from a schema. */
export default [generateContent, streamContent].flatMap((operation) => [
  rejection(operation, 'unknown-model', 'a model that does not exist', {
    aims: ['content.model-unknown-refused', 'content.unknown-model-not-found', 'content.error-404-word'],
    request: operation.write(unknownModel),
  }),
  rejection(operation, 'malformed-json', 'a body that ends in the middle', {
    aims: ['content.malformed-json-refused'],
    request: { ...operation.write(plain), body: new TextEncoder().encode('{"contents": [') },
  }),
  rejection(operation, 'picture-as-instruction', 'a system instruction that is not text', {
    aims: ['content.system-instruction-non-text-refused'],
    request: operation.write(pictureAsInstruction),
  }),
  {
    ...rejection(operation, 'speech-config', 'a `speechConfig` that is not an object', {
      aims: ['content.speech-config-type-refused'],
      request: operation.write(noSpeechConfig),
    }),
    capability: 'speech' as const,
  },
])

function rejection(
  operation: Operation,
  name: string,
  purpose: string,
  { aims, request }: { readonly aims: readonly string[]; readonly request: ReturnType<Operation['write']> },
): Probe {
  return {
    id: `${operation.id}.${name}`,
    operation: operation.id,
    purpose,
    profile: 'standard',
    aims,
    requests: 1,
    cost: { calls: 0, images: 0 },
    *steps() {
      yield [request]
    },
  }
}
