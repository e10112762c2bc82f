import { type Exchange, header } from '../../conformance/core/model/exchange.ts'
import type { EffectiveConfig, EvidenceBody, ExchangeEvidence, Report } from '../../conformance/core/model/report.ts'
import { areaOf } from '../../conformance/core/model/vocabulary.ts'
import { counted } from '../../conformance/core/text/counted.ts'

/** The beginning and the end of a HAR. Entries are written between them, separated by commas. */
export interface HarFrame {
  readonly head: string
  readonly tail: string
}

/** Returns the frame of a HAR, so that entries can be written one by one. `comment` describes its exchanges. */
export function harFrame({ name, version }: Report['tool'], comment: string): HarFrame {
  const creator = JSON.stringify({ name, version })
  return {
    head: `{"log":{"version":"1.2","creator":${creator},"comment":${JSON.stringify(comment)},"entries":[\n`,
    tail: '\n]}}\n',
  }
}

/** Renders a HAR of the exchanges in the report, which are those of its findings. Long bodies are cut. */
export function har(report: Report): string {
  const judged = report.edition === undefined ? '' : `judged by edition ${report.edition}; `
  const comment = `${judged}only the exchanges of the findings; the evidence file has all exchanges`
  const { head, tail } = harFrame(report.tool, comment)
  const { baseUrls } = report.config ?? {}
  const run = { target: report.target.url, startedAt: report.startedAt, ...(baseUrls && { baseUrls }) }
  return head + report.exchanges.map((exchange) => JSON.stringify(harEntryOf(exchange, run))).join(',\n') + tail
}

/** Facts about the run that entries need. */
interface HarRun {
  /** The base URL of all paths. */
  readonly target: string
  /** The base URLs of areas with a different host. */
  readonly baseUrls?: EffectiveConfig['baseUrls']
  /** The start of the run, in ISO 8601. */
  readonly startedAt: string
}

/** Facts about an exchange that HAR has no member for. */
export interface HarKept extends Pick<Exchange, 'captured' | 'caseId' | 'attempt' | 'why'> {
  /** True if the content encoding of the body could not be decoded. */
  readonly isEncoded?: true
  /** A note that replaces a request body which is too large for a HAR: its size and its file. */
  readonly leftOut?: string
}

/**
 * Returns an exchange as an entry of a HAR (version 1.2). `_exchange` contains facts for `mgi check` that HAR cannot
 * express. Model names and headers are those of the specification, and secrets are labels. Members that HAR requires
 * but that were not recorded are -1, empty or `HTTP/1.1`.
 */
export function harEntryOf(
  exchange: ExchangeEvidence,
  { target, baseUrls, startedAt }: HarRun,
  kept?: HarKept,
): object {
  const { request, response, durationMs, operation } = exchange
  const wait = Math.min(durationMs, response?.chunks[0]?.at ?? durationMs)
  const url = urlOf((operation && baseUrls?.[areaOf[operation]]) ?? target, request.path)
  return {
    startedDateTime: momentOf((Date.parse(startedAt) || 0) + exchange.startedAt),
    time: durationMs,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(request.headers),
      queryString: queryOf(url),
      ...postDataOf(request.headers, request.body, kept?.leftOut),
      headersSize: -1,
      bodySize: request.body.bytes,
    },
    response: response === null ? noResponse(exchange) : responseOf(response),
    cache: {},
    timings: { send: 0, wait, receive: durationMs - wait },
    comment: commentOf(exchange),
    ...(kept === undefined ? {} : { _exchange: ownOf(exchange, target, kept) }),
  }
}

function ownOf({ id, ended, trouble, operation, request }: ExchangeEvidence, target: string, kept: HarKept): object {
  const { leftOut: _atTheBody, ...rest } = kept
  return { id, target, path: request.path, ended, trouble, operation, ...rest }
}

/** The last moment with a four-digit year, in milliseconds since 1970. */
const lastMoment = Date.UTC(9999, 11, 31)

function momentOf(milliseconds: number): string {
  return new Date(Math.min(milliseconds, lastMoment)).toISOString()
}

function responseOf({ status, headers, body }: NonNullable<ExchangeEvidence['response']>): object {
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(headers),
    content: contentOf(headers, body),
    redirectURL: '',
    headersSize: -1,
    bodySize: body.bytes,
  }
}

/** Returns the response for a request that got none. Browsers write status 0 then. */
function noResponse({ ended, trouble }: ExchangeEvidence): object {
  const none = { text: '', bytes: 0, truncated: false }
  return {
    ...responseOf({ status: 0, headers: [], body: none, chunks: [] }),
    bodySize: -1,
    comment: trouble === undefined ? ended : `${ended}: ${trouble}`,
  }
}

function headersOf(lines: ExchangeEvidence['request']['headers']): readonly object[] {
  return lines.map(([name, value]) => ({ name, value }))
}

/**
 * Returns an absolute and valid URL, as HAR requires. The labels of secrets are percent-encoded, and the URL of a
 * fetched image is already absolute.
 */
function urlOf(target: string, path: string): string {
  const whole = Buffer.from(path.startsWith('/') ? target + path : path).toString()
  return URL.canParse(whole) ? new URL(whole).href : `about:blank#${encodeURIComponent(whole)}`
}

function queryOf(url: string): readonly object[] {
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
}

function commentOf({ id, purpose, ended }: ExchangeEvidence): string {
  return [id, ...(purpose === undefined ? [] : [purpose]), ...(ended === 'complete' ? [] : [ended])].join('; ')
}

type Headers = ExchangeEvidence['request']['headers']

function contentOf(headers: Headers, body: EvidenceBody): object {
  return { size: body.bytes, mimeType: mediaTypeOf(headers), ...textOf(body), ...cutOf(body) }
}

/**
 * Returns the body of a request, or nothing if it is empty. HAR 1.2 has no encoding here, so the custom member
 * `_encoding` states it.
 */
function postDataOf(headers: Headers, body: EvidenceBody, leftOut?: string): object {
  if (body.bytes === 0) return {}
  if (leftOut !== undefined) return { postData: { mimeType: mediaTypeOf(headers), text: '', comment: leftOut } }
  const { text = '', encoding } = textOf(body)
  const coded = encoding === undefined ? {} : { _encoding: encoding }
  return { postData: { mimeType: mediaTypeOf(headers), text, ...coded, ...cutOf(body) } }
}

function textOf({ text, base64 }: EvidenceBody): { readonly text?: string; readonly encoding?: 'base64' } {
  if (text !== undefined) return { text }
  return base64 === undefined ? {} : { text: base64, encoding: 'base64' }
}

function cutOf({ truncated, bytes }: EvidenceBody): object {
  return truncated ? { comment: `truncated; ${counted(bytes, 'byte')} in total` } : {}
}

/** Returns the media type with its parameters, as HAR requires. */
function mediaTypeOf(headers: Headers): string {
  return header(headers, 'content-type') ?? 'application/octet-stream'
}
