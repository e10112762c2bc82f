import { isUtf8 } from 'node:buffer'
import { statSync } from 'node:fs'
import { isObject, type Members, membersOf } from '../../../../schemas/json.ts'
import { readFile, textStartOf } from '../../../core/files/open-file.ts'
import { type HeaderLine, mediaType } from '../../../core/model/exchange.ts'
import { asNumber, asText } from '../har/har-json.ts'
import { type CassetteBody, eventsIn, harEntry, headersIn, type Interaction, isScalar } from './interaction.ts'
import { charlesEntry, exVcrEntry, genaiEntry, testProxyEntry } from './other-recorders.ts'
import { parseCassetteYaml } from './yaml.ts'

/** The recorders of cassettes. They keep bodies whole, and write nothing if the connection breaks. */
export const recorders = [
  'vcrpy',
  'VCR',
  'go-vcr',
  'betamax',
  'nock',
  'responses',
  'ExVCR',
  'Charles',
  'test-proxy',
  'python-genai',
] as const
export type Recorder = (typeof recorders)[number]

/** Returns whether a program is one of these recorders. */
export function isCassette(creator: string): boolean {
  return (recorders as readonly string[]).includes(creator)
}

export function keepsNoRequests(creator: string): boolean {
  return creator === 'responses'
}

/** A cassette, or a HAR in YAML: its recorder, and its interactions in the form of HAR entries. */
export interface Cassette {
  /** One of `recorders`, or the creator of a HAR. */
  readonly recorder: string
  readonly entries: readonly Members[]
}

/** The greatest length of a cassette in bytes. It is read as a whole and needs several times that memory. */
const longest = 16 * 1024 * 1024
const beginning = 64 * 1024

/** The advice for traffic in a format that is not read. */
export const otherWay = 'Send the requests through mgi proxy, or export the traffic as HAR'

/** Returns the syntax of a file whose beginning looks like a cassette; `undefined` if it does not. */
export function syntaxOf(file: string): 'json' | 'yaml' | undefined {
  const text = textStartOf(file, beginning)
  if (/^\{\s*"(interactions|http_interactions|recorded_with|responses|version|Entries|replay_id)"\s*:/.test(text))
    return 'json'
  if (/^\[\s*\{(\s*"request"|[\s\S]*?"(scope|actualPort)")\s*:/.test(text)) return 'json'
  const bare = text.replace(/^(\s*(#[^\n]*|%YAML[^\n]*|---[ \t]*)(\r?\n))+/, '').trimStart()
  return /^["']?(interactions|http_interactions|recorded_with|responses|version|log)["']?\s*:/.test(bare)
    ? 'yaml'
    : undefined
}

/** Reads a cassette. If it is rejected, returns the reason as the end of a sentence about the file. */
export function readCassette(file: string): Cassette | { readonly problem: string } {
  const syntax = syntaxOf(file)
  if (syntax === undefined) return { problem: 'is not a cassette' }
  if (statSync(file).size > longest) return { problem: `is longer than ${longest / 1024 / 1024} MiB; split it` }
  const parsed = parsedOf(
    readFile(file)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
    syntax,
  )
  if ('problem' in parsed) return { problem: `cannot be read as ${syntax.toUpperCase()}: ${parsed.problem}` }
  return (
    cassetteOf(parsed.value) ?? { problem: `is not a cassette of ${recorders.join(', ')}${unknownIn(parsed.value)}` }
  )
}

function parsedOf(text: string, syntax: 'json' | 'yaml'): { readonly value: unknown } | { readonly problem: string } {
  if (syntax === 'yaml') return parseCassetteYaml(text)
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { problem: 'it is cut off or damaged' }
  }
}

/** Recognises the recorder by the members that only it writes; `undefined` if it is none of these. */
function cassetteOf(value: unknown): Cassette | undefined {
  if (Array.isArray(value)) {
    const found = lists.find(([, marks]) => value.every((one) => marks.every((mark) => isObject(one) && mark in one)))
    return found !== undefined && value.length > 0 ? { recorder: found[0], entries: value.map(found[2]) } : undefined
  }
  const { interactions, http_interactions: list, recorded_with: by, responses, version } = membersOf(value)
  const { Entries: entries, replay_id: replay } = membersOf(value)
  const har = membersOf(membersOf(value)['log'])
  if (Array.isArray(har['entries']))
    return { recorder: asText(membersOf(har['creator'])['name']) ?? '', entries: objectsIn(har['entries']) }
  if (Array.isArray(entries)) return { recorder: 'test-proxy', entries: objectsIn(entries).map(testProxyEntry) }
  if (replay !== undefined && Array.isArray(interactions))
    return { recorder: 'python-genai', entries: objectsIn(interactions).map(genaiEntry) }
  if (Array.isArray(responses)) {
    const items = objectsIn(responses).filter(({ response }) => asText(membersOf(response)['url']) !== undefined)
    return items.length > 0 ? { recorder: 'responses', entries: items.map(responsesEntry) } : undefined
  }
  if (Array.isArray(list))
    return { recorder: /betamax/i.test(asText(by) ?? '') ? 'betamax' : 'VCR', entries: objectsIn(list).map(vcrEntry) }
  if (!Array.isArray(interactions)) return undefined
  const all = objectsIn(interactions)
  if (all.length > 0 && all.every(({ request, response }) => request === undefined && response === undefined))
    return undefined
  // vcrpy has had no second version.
  const isGo = version === 2 || all.some(({ request }) => membersOf(request)['url'] !== undefined)
  return isGo
    ? { recorder: 'go-vcr', entries: all.map(goVcrEntry) }
    : { recorder: 'vcrpy', entries: all.map(vcrpyEntry) }
}

/** The recorders that write a list, each with the members of its items. */
const lists: readonly (readonly [Recorder, marks: readonly string[], entry: (one: Members) => Members])[] = [
  ['nock', ['scope', 'status'], nockEntry],
  ['Charles', ['actualPort', 'request'], charlesEntry],
  ['ExVCR', ['request', 'response'], exVcrEntry],
]

/** Names the members of the first item, which no recorder writes, as the end of a sentence. */
function unknownIn(value: unknown): string {
  const list = Array.isArray(value) ? value : Object.values(membersOf(value)).find(Array.isArray)
  const names = Object.keys(membersOf(list?.[0])).map((name) => name.slice(0, longestName))
  const found = names.length === 0 ? '' : `; the members of its first item are ${names.slice(0, mostNamed).join(', ')}`
  return `${found}. ${otherWay}`
}

/** The most members that are named, and the most characters of each. */
const mostNamed = 6
const longestName = 40

function objectsIn(list: readonly unknown[]): readonly Members[] {
  return list.map(membersOf)
}

/** Reads an interaction of vcrpy (and pytest-recording), which writes no times. */
function vcrpyEntry(interaction: Members): Members {
  const [request, response] = [membersOf(interaction['request']), membersOf(interaction['response'])]
  return harEntry({
    method: request['method'],
    url: request['uri'],
    requestHeaders: headersIn(request['headers']),
    requestBody: bodyOf(request),
    // The former httpx adapter of vcrpy wrote `status_code` and `content`.
    status: membersOf(response['status'])['code'] ?? response['status_code'],
    responseHeaders: headersIn(response['headers']),
    ...responseBodyOf(response),
  })
}

/** Reads the body of a response. A list of parsed events becomes an event stream again. */
function responseBodyOf(message: Members): Pick<Interaction, 'responseBody' | 'isOfEvents'> {
  const type = mediaType(headersIn(message['headers']))
  const parsed = type === undefined || type === 'text/event-stream' ? eventsIn(message['parsed_body']) : undefined
  if (parsed === undefined) return { responseBody: bodyOf(message) }
  return { responseBody: parsed, isOfEvents: true }
}

/** Reads a body. Some serializers write JSON bodies as values, under `parsed_body`. */
function bodyOf(message: Members): CassetteBody {
  const { body, content, parsed_body: parsed } = message
  return parsed === undefined ? bodyIn(body ?? content) : JSON.stringify(parsed)
}

/** Reads an interaction of VCR (Ruby) or betamax, which have the same form. */
function vcrEntry(interaction: Members): Members {
  const [request, response] = [membersOf(interaction['request']), membersOf(interaction['response'])]
  return harEntry({
    method: asText(request['method'])?.toUpperCase(),
    url: request['uri'],
    requestHeaders: headersIn(request['headers']),
    requestBody: bodyIn(request['body']),
    // The package vcr of R writes a number.
    status: membersOf(response['status'])['code'] ?? response['status'],
    responseHeaders: headersIn(response['headers']),
    responseBody: bodyIn(response['body']),
    recordedAt: momentOf(interaction['recorded_at']),
  })
}

/** Adds the time zone: Betamax and the package vcr of R write UTC without a mark. */
function momentOf(value: unknown): string | undefined {
  const text = asText(value)
  return text !== undefined && /^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(text) ? `${text.replace(' ', 'T')}Z` : text
}

/** Reads an interaction of go-vcr. It knows durations, but no times. */
function goVcrEntry(interaction: Members): Members {
  const [request, response] = [membersOf(interaction['request']), membersOf(interaction['response'])]
  return harEntry({
    method: request['method'],
    url: request['url'],
    requestHeaders: headersIn(request['headers']),
    requestBody: bodyIn(request['body']),
    status: asNumber(response['code']) ?? asNumber(asText(response['status'])?.slice(0, 3)),
    responseHeaders: headersIn(response['headers']),
    responseBody: bodyIn(response['body']),
    durationMs: durationOf(response['duration']),
  })
}

const units: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  µs: 1e-3,
  μs: 1e-3,
  us: 1e-3,
  ns: 1e-6,
}

/** Reads a duration as Go writes it, for example `1m2.5s` or `312.5ms`. */
function durationOf(value: unknown): number | undefined {
  const text = asText(value) ?? ''
  const parts = [...text.matchAll(/([\d.]+)(ms|µs|μs|us|ns|h|m|s)/g)]
  if (text === '' || parts.map(([part]) => part).join('') !== text) return undefined
  const sum = parts.reduce((total, [, number, unit]) => total + Number(number) * units[unit!]!, 0)
  return sum > 0 && Number.isFinite(sum) ? sum : undefined
}

/** The content type that the recorder writes if it knows none. */
const unknownType = 'text/plain'

/**
 * Reads an item of the recorder of responses (Python, `responses._recorder`). It keeps the method and the URL of a
 * request, but neither its headers nor its body.
 */
function responsesEntry(item: Members): Members {
  const response = membersOf(item['response'])
  const { method, url, status, body, content_type: type } = response
  const headers = headersIn(response['headers'])
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type')
  const own = asText(type)
  return harEntry({
    method,
    url,
    status,
    requestHeaders: [],
    requestBody: undefined,
    responseHeaders:
      isTyped || own === undefined || own === unknownType ? headers : [...headers, ['content-type', own]],
    responseBody: bodyIn(body),
  })
}

/** Reads a definition of nock's recorder (`output_objects`, `nock.back`), which writes no times. */
function nockEntry(definition: Members): Members {
  const { scope, method, path, body, status, response, rawHeaders, reqheaders, responseIsBinary } = definition
  const headers = headersOf(rawHeaders ?? definition['headers'])
  const isEncoded = headers.some(([name]) => name.toLowerCase() === 'content-encoding')
  return harEntry({
    method,
    url: `${(asText(scope) ?? '').replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2')}${asText(path) ?? ''}`,
    // Request headers are recorded only on demand.
    requestHeaders: headersIn(reqheaders),
    requestBody: binaryIn(body) ?? nockBody(body, false),
    status,
    responseHeaders: headers,
    responseBody: nockBody(response, isEncoded || responseIsBinary === true),
  })
}

/** Reads a list of names and values in turn, or a map. */
function headersOf(value: unknown): readonly HeaderLine[] {
  if (!Array.isArray(value)) return headersIn(value)
  return value.flatMap((name, index): readonly HeaderLine[] =>
    index % 2 === 0 && index + 1 < value.length ? [[String(name), String(value[index + 1])]] : [],
  )
}

/** Reads a request body in hexadecimal, which nock writes if the bytes are not UTF-8, as in a form with a file. */
function binaryIn(body: unknown): Uint8Array | undefined {
  if (typeof body !== 'string' || !/^([0-9a-f]{2})+$/.test(body)) return undefined
  const bytes = Buffer.from(body, 'hex')
  return isUtf8(bytes) ? undefined : new Uint8Array(bytes)
}

/**
 * Reads a body. nock parses JSON, so it is written as text again. Encoded and binary bodies are hexadecimal, in one or
 * more pieces.
 */
function nockBody(value: unknown, isHex: boolean): CassetteBody {
  if (isHex) {
    const pieces = [value].flat()
    const hex = pieces.join('')
    const isWritten = pieces.every((piece) => typeof piece === 'string') && /^([0-9a-f]{2})*$/i.test(hex)
    if (isWritten) return new Uint8Array(Buffer.from(hex, 'hex'))
  }
  if (typeof value === 'string') return value
  return value === undefined || value === null ? undefined : JSON.stringify(value)
}

/** Reads a body that is a string, bytes, or an object with `string` or `base64_string`. */
function bodyIn(value: unknown): CassetteBody {
  if (isScalar(value)) return value instanceof Uint8Array ? value : String(value)
  const { string, base64_string: base64, encoding } = membersOf(value)
  if (typeof base64 === 'string') return new Uint8Array(Buffer.from(base64, 'base64'))
  if (string instanceof Uint8Array) return string
  return isScalar(string) ? encoded(String(string), encoding) : undefined
}

/** Encodes a text that the recorder decoded back into its bytes. Supports only UTF-8 and Latin-1. */
function encoded(text: string, encoding: unknown): CassetteBody {
  const name = typeof encoding === 'string' ? encoding.toLowerCase().replaceAll('_', '-') : 'utf-8'
  if (['utf-8', 'utf8', 'ascii', 'us-ascii', 'ascii-8bit', 'binary'].includes(name)) return text
  const isLatin = ['iso-8859-1', 'latin-1', 'latin1'].includes(name) && /^[\0-\xff]*$/.test(text)
  return isLatin ? new Uint8Array(Buffer.from(text, 'latin1')) : undefined
}
