import { type Members, membersOf } from '../../../../schemas/json.ts'
import { type HeaderLine, header, mediaType } from '../../../core/model/exchange.ts'
import { asNumber, asText, headerLines } from '../har/har-json.ts'
import { type CassetteBody, eventsIn, harEntry, headersIn } from './interaction.ts'

/**
 * Reads an item of ExVCR (Elixir). Bytes that are not text are a term of Erlang, which is not read. An error of the network
 * stands in place of the body.
 */
export function exVcrEntry(item: Members): Members {
  const [request, response] = [membersOf(item['request']), membersOf(item['response'])]
  const { method, url, headers, body, request_body: own } = request
  return harEntry({
    method: asText(method)?.toUpperCase(),
    url,
    requestHeaders: headersIn(headers),
    // Cassettes that were written by hand have the body in `request_body`.
    requestBody: asText(body) || asText(own),
    status: response['status_code'],
    responseHeaders: headersIn(response['headers']),
    responseBody: response['binary'] === true || response['type'] === 'error' ? undefined : asText(response['body']),
  })
}

/** Reads an item of a JSON session of Charles (`.chlsj`). One that did not complete has no answer. */
export function charlesEntry(item: Members): Members {
  const { scheme, host, port, path, query, status } = item
  const [request, response] = [membersOf(item['request']), membersOf(item['response'])]
  const place = asNumber(port) === undefined ? '' : `:${asNumber(port)}`
  const search = asText(query) === undefined ? '' : `?${asText(query)}`
  return harEntry({
    method: item['method'],
    url: `${asText(scheme) ?? 'https'}://${asText(host) ?? ''}${place}${asText(path) ?? '/'}${search}`,
    requestHeaders: charlesHeaders(request),
    requestBody: charlesBody(request),
    status: status === 'COMPLETE' ? response['status'] : undefined,
    responseHeaders: charlesHeaders(response),
    responseBody: charlesBody(response),
    startedAt: membersOf(item['times'])['start'],
    durationMs: asNumber(membersOf(item['durations'])['total']),
  })
}

function charlesHeaders({ header }: Members): readonly HeaderLine[] {
  return headerLines(membersOf(header)['headers'])
}

function charlesBody({ body }: Members): CassetteBody {
  const { text, encoded } = membersOf(body)
  return asText(text) ?? (typeof encoded === 'string' ? bytesOf(encoded) : undefined)
}

/**
 * Reads an entry of the test proxy of the Azure SDKs. It writes JSON as a value, other text as a string or a list of
 * lines, other bytes in base64, and an empty body as an empty list.
 */
export function testProxyEntry(entry: Members): Members {
  const [sent, received] = [headersIn(entry['RequestHeaders']), headersIn(entry['ResponseHeaders'])]
  return harEntry({
    method: entry['RequestMethod'],
    url: entry['RequestUri'],
    requestHeaders: sent,
    requestBody: testProxyBody(entry['RequestBody'], sent),
    status: entry['StatusCode'],
    responseHeaders: received,
    responseBody: testProxyBody(entry['ResponseBody'], received),
  })
}

function testProxyBody(value: unknown, headers: readonly HeaderLine[]): CassetteBody {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value.join('')
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^text\/|[/+](json|xml|x-www-form-urlencoded)$/.test(mediaType(headers) ?? '') ? value : bytesOf(value)
}

/** The addresses for which the recorder writes a placeholder. */
const prefixes: readonly (readonly [string, string])[] = [
  ['{MLDEV_URL_PREFIX}', 'https://generativelanguage.googleapis.com/v1beta'],
  ['{VERTEX_URL_PREFIX}', 'https://aiplatform.googleapis.com/v1beta1/projects/p/locations/l'],
]

/**
 * Reads an interaction of the replays of python-genai. It keeps bodies as values, one for each part of a stream, and
 * replaces the beginning of URLs.
 */
export function genaiEntry(interaction: Members): Members {
  const [request, response] = [membersOf(interaction['request']), membersOf(interaction['response'])]
  const url = asText(request['url']) ?? ''
  const [prefix, base] = prefixes.find(([placeholder]) => url.startsWith(placeholder)) ?? ['', '']
  const headers = headersIn(response['headers'])
  const isStream = (header(headers, 'content-type') ?? '').includes('event-stream')
  return harEntry({
    method: asText(request['method'])?.toUpperCase(),
    url: base + url.slice(prefix.length),
    requestHeaders: headersIn(request['headers']),
    requestBody: onlyValue(request['body_segments']),
    status: response['status_code'] ?? 200,
    responseHeaders: headers,
    responseBody: isStream ? eventsIn(response['body_segments']) : onlyValue(response['body_segments']),
    isOfEvents: isStream,
  })
}

function onlyValue(segments: unknown): CassetteBody {
  return Array.isArray(segments) && segments.length === 1 ? JSON.stringify(segments[0]) : undefined
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'))
}
