import { isUtf8 } from 'node:buffer'
import { type Members, membersOf } from '../../../../schemas/json.ts'
import {
  type Exchange,
  type Facet,
  type HeaderLine,
  header,
  type LostParts,
  mediaType,
  type RecordedRequest,
  type RecordedResponse,
} from '../../../core/model/exchange.ts'
import { visibleLine } from '../../../core/text/visible.ts'
import { encodeMultipart } from '../../../core/wire/multipart.ts'
import { parseJson } from '../../../core/wire/parse-json.ts'
import { isCassette, keepsNoRequests } from '../cassette/read-cassette.ts'
import { recorded, type TargetWords } from '../client/recorded.ts'
import { hiddenHeaders, hiddenPath, keyNotShown, type LabelOf } from './credentials.ts'
import { brokenOffByTarget, endingOf } from './ending.ts'
import { asNumber, asSize, asText, binaryBytes, headerLines, methodOf, writtenBytes } from './har-json.ts'
import type { OwnMembers } from './ours.ts'

/** Facts that an entry does not contain. */
export interface EntryContext {
  readonly id: string
  /** The path and query below the target's base URL, as the entry has them. */
  readonly path: string
  /** Milliseconds from the start of the recording. */
  readonly startedAt: number
  /** The program that wrote the HAR. */
  readonly creator: string
  readonly labelOf: LabelOf
  readonly words: TargetWords
  /** True if the specification requires a version header in this request. */
  readonly isVersioned: boolean
  readonly ours?: OwnMembers
}

/** Turns an entry into an exchange, with the names of the specification and without secrets. Accepts any JSON. */
export function toExchange(entry: Members, about: EntryContext): Exchange {
  const { id, startedAt, creator, ours } = about
  const durationMs = Math.max(0, asNumber(entry['time']) ?? 0)
  const { request, body: found } = readRequest(membersOf(entry['request']), about)
  const isLost = found.bytes === undefined && keepsNoRequests(creator)
  const body: FoundBody = isLost ? { lost: `${creator} keeps no requests` } : found
  const isKept = isCassette(creator)
  const answer = readResponse(membersOf(entry['response']), { ours, at: durationMs, isKept })
  const unknown = ours === undefined ? headersNotShown(request, about) : undefined
  return {
    id,
    ...ours?.facts,
    source: 'har',
    captured: ours?.captured.filter((facet) => isThere(facet, body.bytes, answer)) ?? [
      ...(unknown === undefined ? (['request-headers'] as const) : []),
      ...(body.bytes === undefined ? [] : (['request-body'] as const)),
      ...(answer?.captured ?? []),
    ],
    ...lostIn(body, answer, request.headers.length === 0 ? undefined : unknown),
    startedAt,
    durationMs,
    request,
    ...(about.words.models === undefined ? {} : { models: about.words.models }),
    response:
      answer === undefined
        ? null
        : { ...answer.response, headers: hiddenHeaders(answer.response.headers, about.labelOf) },
    ...endOf(answer, ours, { creator, trouble: brokenOffByTarget(entry) }),
  }
}

function readRequest(request: Members, { path, words, labelOf, ours }: EntryContext) {
  const headers = headerLines(request['headers'])
  const body: FoundBody & { readonly contentType?: string } = requestBody(request, headers, ours !== undefined)
  const asWritten: RecordedRequest = {
    method: methodOf(request['method']),
    path: hiddenPath(path, labelOf),
    headers: hiddenHeaders(body.contentType === undefined ? headers : withType(headers, body.contentType), labelOf),
    body: body.bytes ?? none,
  }
  return { request: ours === undefined ? recorded(asWritten, words) : asWritten, body }
}

function withType(headers: readonly HeaderLine[], type: string): readonly HeaderLine[] {
  return headers.map(([name, value]): HeaderLine => [name, name.toLowerCase() === 'content-type' ? type : value])
}

/** Returns the reasons for missing parts, as far as they are known. */
function lostIn(
  body: FoundBody,
  answer: ReadResponse | undefined,
  ofHeaders: string | undefined,
): Pick<Exchange, 'lost'> {
  const lost: LostParts = {
    ...(ofHeaders === undefined ? {} : { 'request-headers': ofHeaders }),
    ...(body.lost === undefined ? {} : { 'request-body': body.lost }),
    ...(body.bytes === undefined || body.filesLost === undefined ? {} : { files: body.filesLost }),
    ...answer?.lost,
  }
  return Object.keys(lost).length === 0 ? {} : { lost }
}

/** Returns whether a facet is really recorded. The suite's own HARs may contain shortened bodies. */
function isThere(facet: Exchange['captured'][number], body: Uint8Array | undefined, answer: ReadResponse | undefined) {
  if (facet === 'request-body') return body !== undefined
  return facet !== 'response-body' || answer?.captured.includes(facet) !== false
}

/**
 * Returns why the credential or the version header is not recorded; `undefined` if both are. Programs omit credentials
 * by default. If the target has its own header names, only the user's configuration shows whether one is missing.
 */
function headersNotShown(request: RecordedRequest, { words, isVersioned }: EntryContext): string | undefined {
  const isNamed =
    !isVersioned || words.headers !== undefined || header(request.headers, 'provider-version') !== undefined
  return keyNotShown(request) ?? (isNamed ? undefined : 'recorded without a version')
}

interface EntryEnd {
  readonly creator: string
  /** The network error if the target broke the connection. */
  readonly trouble: string | undefined
}

function endOf(answer: ReadResponse | undefined, ours: OwnMembers | undefined, { creator, trouble: broken }: EntryEnd) {
  if (ours !== undefined) {
    const { ended, trouble } = ours
    return { ended, trouble }
  }
  if (broken !== undefined) return { ended: 'reset', trouble: broken } as const
  // A body that was not recorded says nothing about the end of its response.
  if (answer?.captured.includes('response-body') === false) return { ended: 'complete' } as const
  return answer === undefined ? ({ ended: 'cancelled' } as const) : endingOf(answer.response, creator)
}

/** A response, and the recorded parts of it. */
interface ReadResponse {
  readonly response: RecordedResponse
  readonly captured: readonly Facet[]
  readonly lost: LostParts
}

interface ResponseContext {
  readonly ours: OwnMembers | undefined
  /** The time of its last byte. */
  readonly at: number
  /** True if the recorder keeps every body. An empty text is then an empty body. */
  readonly isKept: boolean
}

/** Reads the response of an entry; `undefined` if there was none. */
function readResponse(value: Members, { ours, at, isKept }: ResponseContext): ReadResponse | undefined {
  const status = asNumber(value['status'])
  if (status === undefined || !Number.isInteger(status) || status < 100) return undefined
  const headers = headerLines(value['headers'])
  const content = membersOf(value['content'])
  const isOurs = ours !== undefined
  const { bytes, lost } = bodyOf(content, headers, { status, isOurs, isKept })
  const isDecoded = ours === undefined ? isUndone(headers, bytes) : !ours.isEncoded
  return {
    response: {
      status,
      headers: isDecoded ? headers.filter(([name]) => name.toLowerCase() !== 'content-encoding') : headers,
      chunks: bytes === undefined || bytes.length === 0 ? [] : [{ at, bytes }],
    },
    captured: [
      ...(headers.length > 0 || isOurs ? (['response-headers'] as const) : []),
      ...(bytes === undefined ? [] : (['response-body'] as const)),
    ],
    lost: {
      ...(lost === undefined ? {} : { 'response-body': lost }),
      ...(content['_isOfEvents'] === true ? { 'event-lines': 'the recorder stored the parsed events' } : {}),
    },
  }
}

const none = new Uint8Array()

interface OfBody {
  readonly status: number
  readonly isOurs: boolean
  readonly isKept: boolean
}

/**
 * Returns the bytes of a body. An absent or empty text proves an empty body only if the size is 0, or if the recorder
 * keeps every body.
 */
function bodyOf(content: Members, headers: readonly HeaderLine[], { status, isOurs, isKept }: OfBody): FoundBody {
  const length = isOurs ? undefined : asSize(header(headers, 'content-length'))
  const { text } = content
  if (text === undefined || text === null || text === '') {
    const isStated = isOurs ? content['size'] === 0 : status === 204 || length === 0
    const isEmpty = isStated || (isKept && text === '' && (length ?? 0) === 0)
    return isEmpty ? { bytes: none } : { lost: droppedInWords(content, length) }
  }
  const bytes = writtenBytes(content)
  if (bytes === undefined) return { lost: replaced }
  if (isCutShort(content, bytes)) return { lost: shortenedInWords(bytes, asSize(content['size'])) }
  const isEncoded = header(headers, 'content-encoding') !== undefined && isUndone(headers, bytes)
  return isShortened(bytes, length, isEncoded) ? { lost: shortenedInWords(bytes, length) } : { bytes }
}

/**
 * Returns whether a body was cut short. `size` is the decoded length. Some programs write the encoded length, and the
 * difference in `compression`.
 */
function isCutShort({ size: stated, compression }: Members, bytes: Uint8Array): boolean {
  const size = asSize(stated)
  if (size === undefined || size <= bytes.length) return false
  return size + (asNumber(compression) ?? 0) !== bytes.length
}

/**
 * Returns whether a body is decoded already. A HAR has decoded bodies with the headers of the encoded ones. A body is
 * still encoded only if its media type is textual and its bytes are not text.
 */
function isUndone(headers: readonly HeaderLine[], bytes: Uint8Array | undefined): boolean {
  const type = mediaType(headers) ?? ''
  const isText = /^text\/|[/+]json$/.test(type)
  return bytes === undefined || !isText || isUtf8(bytes)
}

/** Returns the body of a request, as far as it was recorded byte for byte. */
function requestBody(request: Members, headers: readonly HeaderLine[], isOurs: boolean): FoundBody {
  // HTTP Toolkit writes a body that is no text in `_content`.
  const post = membersOf(request['postData'] ?? request['_content'])
  const length = lengthOf(request, headers)
  const isForm = mediaType(headers)?.startsWith('multipart/') === true
  if (post['text'] === undefined || post['text'] === null || post['text'] === '') {
    if (isOurs || ['GET', 'HEAD'].includes(methodOf(request['method'])) || header(headers, 'content-length') === '0')
      return { bytes: none }
    const form = isForm ? formOf(post['params']) : undefined
    return form ?? { lost: droppedInWords({ ...request, ...post }, length) }
  }
  const isEncoded = header(headers, 'content-encoding') !== undefined
  const bytes = isOurs || !isForm ? (isEncoded ? encodedBytes(post) : writtenBytes(post)) : binaryBytes(post, length)
  if (bytes === undefined) return { lost: replaced }
  // A recorder may count an encoded body and store the decoded one.
  return !isOurs && isShortened(bytes, length, isEncoded) ? { lost: shortenedInWords(bytes, length) } : { bytes }
}

/** Returns the bytes of a body in a content coding. If it was not decoded, programs write its bytes as Latin-1. */
function encodedBytes(post: Members): Uint8Array | undefined {
  const bytes = writtenBytes(post)
  const text = asText(post['text']) ?? ''
  if (bytes === undefined || parseJson(bytes) !== undefined) return bytes
  return /[\x80-\xff]/.test(text) && /^[\0-\xff]*$/.test(text) ? new Uint8Array(Buffer.from(text, 'latin1')) : bytes
}

/**
 * Returns the length of a request body. `content-length` is more reliable than the recorder's own figure: some programs
 * count the text as escaped JSON.
 */
function lengthOf(request: Members, headers: readonly HeaderLine[]): number | undefined {
  return asNumber(header(headers, 'content-length')) ?? asSize(request['bodySize'])
}

/** Returns a form that was recorded as a list of its fields. The bytes of its files are not among them. */
function formOf(params: unknown): FoundBody | undefined {
  if (!Array.isArray(params) || params.length === 0) return undefined
  const fields = params.map(membersOf)
  const texts = fields.flatMap(({ name, value, fileName }) =>
    asText(name) === undefined || asText(value) === undefined || fileName !== undefined
      ? []
      : [{ name: asText(name)!, value: asText(value)! }],
  )
  const { contentType, body } = encodeMultipart(texts)
  return { bytes: body, contentType, filesLost: 'the form was recorded as a list of its fields' }
}

/** A recorded body, or the reason why it was not recorded, if it is known. */
type FoundBody =
  | {
      readonly bytes: Uint8Array
      readonly lost?: undefined
      /** The content type of a form that was put together again. Its boundary is another one. */
      readonly contentType?: string
      /** The reason why the files of a form are missing; absent if they are not. */
      readonly filesLost?: string
    }
  | { readonly bytes?: undefined; readonly lost: string | undefined }

/** The most bytes by which a content coding lengthens a short text. */
const overhead = 64

/**
 * Returns whether a body has fewer bytes than its `content-length` because it was cut off (interpretation G19). A JSON
 * list or object that is complete was not cut off: a recorder wrote it again, without spaces or with placeholders. If
 * the length is that of the encoded body, a text may be a little shorter.
 */
function isShortened(bytes: Uint8Array, length: number | undefined, isOfEncoded = false): boolean {
  if (length === undefined || bytes.length >= length) return false
  if (bytes.length > 0 && isOfEncoded && bytes.length + overhead >= length) return false
  return typeof (parseJson(bytes) ?? undefined) !== 'object'
}

/** The reason for a body whose bytes were recorded as replacement characters. */
const replaced = 'the recorder replaced bytes that are not text'

/** Returns why a body was not recorded: in the words of the recorder, by its length, or just that it is absent. */
function droppedInWords({ comment, size, _file: file }: Members, length: number | undefined): string {
  if (file !== undefined) return 'in a file that is missing'
  const said = asText(comment)?.trim()
  if (said) return `dropped by the recorder: ${visibleLine(said.slice(0, mostOfComment))}`
  return shortenedInWords(none, length ?? asSize(size)) ?? 'dropped by the recorder'
}

/** The most characters of a comment that are shown. */
const mostOfComment = 100

/** Returns how much of a body was recorded, if its length is known. */
function shortenedInWords({ length: there }: Uint8Array, length: number | undefined): string | undefined {
  return length === undefined || length <= there ? undefined : `${there} of ${length} bytes`
}
