import { type HeaderLine, header, mediaType } from '../../model/exchange.ts'
import type { JsonObject } from '../evidence/read-json.ts'
import { asNumber, asObject, asSize, binaryBytes, methodOf, writtenBytes } from './har-json.ts'

const none = new Uint8Array()

/** Returns the body of a request; `undefined` if it was not recorded byte for byte. */
export function requestBody(
  request: JsonObject,
  headers: readonly HeaderLine[],
  isOurs: boolean,
): Uint8Array | undefined {
  const post = asObject(request['postData'])
  const isEmpty = post['text'] === undefined || post['text'] === ''
  if (isEmpty) return isOurs || isWithoutBody(request) ? none : undefined
  if (!isOurs && header(headers, 'content-encoding') !== undefined) return undefined
  const length = lengthOf(request, headers)
  const isText = isOurs || mediaType(headers)?.startsWith('multipart/') !== true
  const bytes = isText ? writtenBytes(post) : binaryBytes(post, length)
  // A recorded body that is shorter than its length was cut off.
  return bytes === undefined || bytes.length < (length ?? 0) ? undefined : bytes
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
