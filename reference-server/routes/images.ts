import type { Area, Endpoint } from '../../conformance/core/model/vocabulary.ts'
import type { Violation } from '../../schemas/index.ts'
import { about, errorReply } from '../errors.ts'
import { answerEdit, answerGenerate, answerVariation } from '../images/answers.ts'
import type { IncomingRequest } from '../incoming-request.ts'
import type { ModelLabel } from '../model-names.ts'
import type { Reply } from '../reply.ts'
import type { Handler, Route } from '../route.ts'

/** The label for unknown models, and the maximum number of characters of a name that an error repeats. */
const unknownModel = 'no-such-model'
const longestName = 100

const family: readonly ModelLabel[] = ['image-model-1', 'image-model-2', 'image-model-multi']

/** Endpoints 1 to 3. */
const images: readonly Route[] = [
  imageRoute('images.generate', '/v1/images/generations', 'json', 'images/generate-request', answerGenerate),
  imageRoute('images.edit', '/v1/images/edits', 'multipart', 'images/edit-request', answerEdit),
  imageRoute('images.variation', '/v1/images/variations', 'multipart', 'images/variation-request', answerVariation),
]
export default images

function imageRoute(endpoint: Endpoint, path: string, body: Route['body'], schema: string, handle: Handler): Route {
  return {
    area: 'images' satisfies Area,
    method: 'POST',
    path,
    body,
    credentials: ['bearer', 'x-api-key'],
    schema,
    spell: withModelKnown,
    endpoint: () => endpoint,
    models: family,
    model: modelOf,
    reject,
    handle,
  }
}

/** Replaces every unknown model name with the label for unknown models (interpretation I4). */
function withModelKnown(body: unknown): unknown {
  const { model } = Object(body) as { model?: unknown }
  if (typeof model !== 'string' || isLeftBlank(model) || family.some((label) => label === model)) return body
  return { ...(body as object), model: unknownModel }
}

/** Rejects a request under the model name that the client sent. */
function reject(violations: readonly Violation[], { modelName, unreadable }: IncomingRequest): Reply {
  const sent = JSON.stringify((modelName ?? unknownModel).slice(0, longestName))
  const hint = family.some((label) => label === modelName) ? '' : ' or a name given with --model'
  const named = violations.map((one) =>
    one.pointer === '/body/model'
      ? { ...one, message: `${one.message.replace(JSON.stringify(unknownModel), () => sent)}${hint}` }
      : one,
  )
  return errorReply('images', 'invalid', about(named, unreadable))
}

/** Returns whether a form field has no value (interpretation I3). */
function isLeftBlank(text: string): boolean {
  return text === '' || text === 'null'
}

function modelOf({ body }: IncomingRequest['value']): string {
  const { model } = Object(body) as { model?: unknown }
  return typeof model === 'string' && !isLeftBlank(model) ? model : 'image-model-1'
}
