import type { JsonObject } from '../evidence/read-json.ts'
import { asObject, asText } from '../har/har-json.ts'
import { bodyIn, harEntry, headersIn } from './har-entry.ts'

/** Reads an interaction of VCR (Ruby) or betamax, which have the same form. */
export function vcrEntry(interaction: JsonObject): JsonObject {
  const [request, response] = [asObject(interaction['request']), asObject(interaction['response'])]
  return harEntry({
    method: asText(request['method'])?.toUpperCase(),
    url: request['uri'],
    requestHeaders: headersIn(request['headers']),
    requestBody: bodyIn(request['body']),
    status: asObject(response['status'])['code'],
    responseHeaders: headersIn(response['headers']),
    responseBody: bodyIn(response['body']),
    recordedAt: momentOf(interaction['recorded_at']),
  })
}

/** Adds the time zone: Betamax writes UTC without a mark. */
function momentOf(value: unknown): string | undefined {
  const text = asText(value)
  return text !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text
}
