import { type HeaderLine, header, mediaType } from '../../model/exchange.ts'
import { asNumber, asObject, asSize, binaryBytes, type JsonObject, methodOf, writtenBytes } from './har-json.ts'

const none = new Uint8Array()

/** The body of a request; `undefined` where it was not recorded, or not byte for byte. */
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
  // A body that is longer than what was written down was cut short.
  return bytes === undefined || bytes.length < (length ?? 0) ? undefined : bytes
}

function isWithoutBody({ method }: JsonObject): boolean {
  return ['GET', 'HEAD'].includes(methodOf(method))
}

/** What was announced on the wire is surer than what a recorder counted: some count the text as JSON once more. */
function lengthOf(request: JsonObject, headers: readonly HeaderLine[]): number | undefined {
  return asNumber(header(headers, 'content-length')) ?? asSize(request['bodySize'])
}
