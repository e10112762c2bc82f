import type { Exchange } from '../../conformance/model/exchange.ts'
import type { EffectiveConfig, ExchangeEvidence } from '../../conformance/model/report.ts'
import { areaOf } from '../../conformance/model/vocabulary.ts'
import { contentOf, postDataOf } from './body.ts'

/** What an entry needs to know beside its exchange. */
export interface HarRun {
  /** The base URL that paths are below. */
  readonly target: string
  /** Base URLs of areas that do not live below it. */
  readonly baseUrls?: EffectiveConfig['baseUrls']
  /** When the run began, ISO 8601. */
  readonly startedAt: string
}

/** What evidence knows of an exchange and a HAR has no member for. */
export interface HarKept extends Pick<Exchange, 'captured' | 'caseId' | 'attempt' | 'why'> {
  /** Set where the content encoding of the body could not be undone. */
  readonly isEncoded?: true
  /** What stands for a request body that is too large for a HAR: its size, and where it is. */
  readonly leftOut?: string
}

/**
 * One exchange as an entry of a HAR (version 1.2). `_exchange` is for `mgi check`: what HAR cannot say. The specification's words stand where the suite translated names, and
 * labels where secrets were. HAR wants members that were not recorded: they are -1, empty or `HTTP/1.1`.
 */
export function harEntry(exchange: ExchangeEvidence, { target, baseUrls, startedAt }: HarRun, kept?: HarKept): object {
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

/** Members that are undefined are left out of the JSON. */
function ownOf({ id, ended, trouble, operation, request }: ExchangeEvidence, target: string, kept: HarKept): object {
  const { leftOut: _atTheBody, ...rest } = kept
  return { id, target, path: request.path, ended, trouble, operation, ...rest }
}

/** The last moment with a year of four digits, in milliseconds since 1970. */
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

/** Browsers write status 0 for a request that nobody answered. */
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
 * A HAR has whole URLs, made of what URLs may hold: labels of secrets are percent-encoded. The fetch of an image has its
 * whole address already.
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
