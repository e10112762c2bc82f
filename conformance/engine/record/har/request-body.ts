import { type HeaderLine, header, mediaType } from '../../../core/model/exchange.ts'
import { encodeMultipart } from '../../../core/wire/multipart.ts'
import { parseJson } from '../../../core/wire/parse-json.ts'
import type { JsonObject } from '../evidence/read-json.ts'
import { asNumber, asObject, asSize, asText, binaryBytes, methodOf, writtenBytes } from './har-json.ts'
import { type FoundBody, isShortened, shortenedInWords } from './shortened.ts'

const none = new Uint8Array()

/** Returns the body of a request, as far as it was recorded byte for byte. */
export function requestBody(request: JsonObject, headers: readonly HeaderLine[], isOurs: boolean): FoundBody {
  const post = asObject(request['postData'])
  const length = lengthOf(request, headers)
  const isForm = mediaType(headers)?.startsWith('multipart/') === true
  if (post['text'] === undefined || post['text'] === '') {
    if (isOurs || isWithoutBody(request) || header(headers, 'content-length') === '0') return { bytes: none }
    const form = isForm ? formOf(post['params']) : undefined
    return form ?? { lost: shortenedInWords(none, length) }
  }
  const isEncoded = header(headers, 'content-encoding') !== undefined
  const bytes = isOurs || !isForm ? (isEncoded ? encodedBytes(post) : writtenBytes(post)) : binaryBytes(post, length)
  if (bytes === undefined) return { lost: undefined }
  // A recorder may count an encoded body and store the decoded one.
  return !isOurs && isShortened(bytes, length, isEncoded) ? { lost: shortenedInWords(bytes, length) } : { bytes }
}

/** Returns the bytes of a body in a content coding. If it was not decoded, programs write its bytes as Latin-1. */
function encodedBytes(post: JsonObject): Uint8Array | undefined {
  const bytes = writtenBytes(post)
  const text = asText(post['text']) ?? ''
  if (bytes === undefined || parseJson(bytes) !== undefined) return bytes
  return /[\x80-\xff]/.test(text) && /^[\0-\xff]*$/.test(text) ? new Uint8Array(Buffer.from(text, 'latin1')) : bytes
}

function isWithoutBody({ method }: JsonObject): boolean {
  return ['GET', 'HEAD'].includes(methodOf(method))
}

/**
 * Returns the length of a request body. `content-length` is more reliable than the recorder's own figure: some programs
 * count the text as escaped JSON.
 */
function lengthOf(request: JsonObject, headers: readonly HeaderLine[]): number | undefined {
  return asNumber(header(headers, 'content-length')) ?? asSize(request['bodySize'])
}

/** Returns a form that was recorded as a list of its fields. The bytes of its files are not among them. */
function formOf(params: unknown): FoundBody | undefined {
  if (!Array.isArray(params) || params.length === 0) return undefined
  const fields = params.map(asObject)
  const texts = fields.flatMap(({ name, value, fileName }) =>
    asText(name) === undefined || asText(value) === undefined || fileName !== undefined
      ? []
      : [{ name: asText(name)!, value: asText(value)! }],
  )
  const { contentType, body } = encodeMultipart(texts)
  return { bytes: body, contentType, filesLost: 'the form was recorded as a list of its fields' }
}
