import { createHash } from 'node:crypto'
import { header } from '../../model/exchange.ts'
import type { JsonObject } from '../evidence/read-json.ts'
import { asObject, asText, headerLines } from './har-json.ts'

/** The headers by which servers identify a response. */
const identifying = ['date', 'request-id', 'x-request-id', 'x-goog-request-id', 'apim-request-id', 'cf-ray']

/**
 * Returns a digest that is equal for copies of one exchange. Where the response has a date or a request id, the copies have
 * the same request and the same response, whatever else the recorder noted. Otherwise all their bytes are the same.
 */
export function digestOf(entry: JsonObject, bytes: Uint8Array | string, isOurs: boolean): string {
  const [request, response] = [asObject(entry['request']), asObject(entry['response'])]
  const headers = headerLines(response['headers'])
  const isIdentified = identifying.some((name) => header(headers, name) !== undefined)
  const hash = createHash('sha256')
  if (isOurs || !isIdentified) return hash.update(bytes).digest('base64')
  const content = asObject(response['content'])
  const sent = [asText(request['method']), asText(request['url']), asText(asObject(request['postData'])['text'])]
  const received = [response['status'], headers, asText(content['text']), asText(content['encoding'])]
  return hash.update(JSON.stringify([sent, received])).digest('base64')
}
