import { mediaType } from '../../../core/model/exchange.ts'
import type { JsonObject } from '../evidence/read-json.ts'
import { asObject } from '../har/har-json.ts'
import { eventsIn } from './events.ts'
import { bodyIn, type CassetteBody, harEntry, headersIn, type Interaction } from './har-entry.ts'

/** Reads an interaction of vcrpy (and pytest-recording), which writes no times. */
export function vcrpyEntry(interaction: JsonObject): JsonObject {
  const [request, response] = [asObject(interaction['request']), asObject(interaction['response'])]
  return harEntry({
    method: request['method'],
    url: request['uri'],
    requestHeaders: headersIn(request['headers']),
    requestBody: bodyOf(request),
    // The former httpx adapter of vcrpy wrote `status_code` and `content`.
    status: asObject(response['status'])['code'] ?? response['status_code'],
    responseHeaders: headersIn(response['headers']),
    ...responseBodyOf(response),
  })
}

/** Reads the body of a response. A list of parsed events becomes an event stream again. */
function responseBodyOf(message: JsonObject): Pick<Interaction, 'responseBody' | 'isOfEvents'> {
  const type = mediaType(headersIn(message['headers']))
  const parsed = type === undefined || type === 'text/event-stream' ? eventsIn(message['parsed_body']) : undefined
  if (parsed === undefined) return { responseBody: bodyOf(message) }
  return { responseBody: parsed, isOfEvents: true }
}

/** Reads a body. Some serializers write JSON bodies as values, under `parsed_body`. */
function bodyOf(message: JsonObject): CassetteBody {
  const { body, content, parsed_body: parsed } = message
  return parsed === undefined ? bodyIn(body ?? content) : JSON.stringify(parsed)
}
