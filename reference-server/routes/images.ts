import type { Area, Endpoint } from '../../conformance/model/vocabulary.ts'
import type { Ask } from '../ask.ts'
import { answerEdit, answerGenerate, answerVariation } from '../images/answers.ts'
import type { Handler, Route } from '../route.ts'

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
    credentials: ['bearer'],
    schema,
    endpoint: () => endpoint,
    model: modelOf,
    handle,
  }
}

function modelOf({ body }: Ask['value']): string {
  const model = (body as { model?: unknown } | undefined)?.model
  return typeof model === 'string' && model !== '' ? model : 'image-model-1'
}
