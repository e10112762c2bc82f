import type { JsonObject } from '../evidence/read-json.ts'
import { asObject, asText } from '../har/har-json.ts'
import { bodyIn, harEntry, headersIn } from './har-entry.ts'

/** The content type that the recorder writes if it knows none. */
const unknownType = 'text/plain'

/**
 * Reads an item of the recorder of responses (Python, `responses._recorder`). It keeps the method and the URL of a
 * request, but neither its headers nor its body.
 */
export function responsesEntry(item: JsonObject): JsonObject {
  const response = asObject(item['response'])
  const { method, url, status, body, content_type: type } = response
  const headers = headersIn(response['headers'])
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type')
  const own = asText(type)
  return harEntry({
    ...{ method, url, status },
    requestHeaders: [],
    requestBody: undefined,
    responseHeaders:
      isTyped || own === undefined || own === unknownType ? headers : [...headers, ['content-type', own]],
    responseBody: bodyIn(body),
  })
}
