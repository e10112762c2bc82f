import type { IncomingRequest } from '../incoming-request.ts'

/** The parameters of an image request, with the defaults of 2.1 and 2.2. */
export interface ImageParameters {
  readonly model: string
  readonly prompt: string
  readonly n: number
  readonly size: string
  readonly quality: string
  readonly inBase64: boolean
  /** True if the model is `image-model-multi`, or a parameter of that model is present (section 2.2). */
  readonly isMulti: boolean
}

/**
 * The maximum number of pictures. Only a server that does not enforce section 8 receives requests for more than ten.
 */
const mostPictures = 100

/** Reads the parameters from any body, because a server with a fault also processes invalid requests. */
export function parametersOf({ endpoint, value }: IncomingRequest): ImageParameters {
  const body = (value.body ?? {}) as Record<string, unknown>
  const n = Math.floor(Number(body['n']))
  const model = textOr(body['model'], 'image-model-1')
  return {
    model,
    prompt: textOr(body['prompt'], ''),
    n: n >= 1 ? Math.min(n, mostPictures) : 1,
    size: textOr(body['size'], '1024x1024'),
    quality: textOr(body['quality'], 'auto'),
    inBase64: body['response_format'] === 'b64_json',
    isMulti: endpoint === 'images.edit' && model === 'image-model-multi' && isMultiSpecific(body),
  }
}

/** Returns the text, or a default. An empty form field counts as absent. */
function textOr(value: unknown, instead: string): string {
  return typeof value === 'string' && value !== '' && value !== 'null' ? value : instead
}

function isMultiSpecific({ quality, size, image, prompt }: Record<string, unknown>): boolean {
  return (
    ['high', 'medium', 'low'].includes(String(quality)) ||
    ['1536x1024', '1024x1536', 'auto'].includes(String(size)) ||
    (Array.isArray(image) && image.length > 1) ||
    String(prompt).length > 1000
  )
}
