import { isDeepStrictEqual } from 'node:util'
import {
  type Exchange,
  type Facet,
  facets,
  type HeaderLine,
  type RecordedRequest,
  type RecordedResponse,
} from '../../../core/model/exchange.ts'
import { wholeBody } from '../../../core/model/whole-body.ts'
import { uncoded } from './content-coding.ts'
import { masksOf } from './masks.ts'
import { type FindSecrets, withLabels } from './redact-chunks.ts'
import { type Labelled, searchFor } from './secret-spellings.ts'

/** Replaces secrets with labels. */
export interface Redactor {
  /** Returns the exchange without secrets, in any form and across chunks. */
  exchange(exchange: Exchange): Exchange
  /** Returns a text for people without secrets, nor the beginning of one at a place where the text was cut. */
  text(text: string): string
}

/**
 * Creates a redactor for secrets and for matches of RE2 patterns. Secrets are found only as a whole, in many spellings.
 * Those shorter than six characters are not searched for.
 */
export function createRedactor(secrets: readonly Labelled[], masks: readonly string[] = []): Redactor {
  const ofSecrets = secretRedactor(secrets)
  const mask = masksOf(masks)
  if (mask === undefined) return ofSecrets
  const text = remembering((before) => redactedText(before, mask))
  return {
    text: (before) => text(ofSecrets.text(before)),
    exchange: (exchange) => redactedExchange(ofSecrets.exchange(exchange), mask, text),
  }
}

function secretRedactor(secrets: readonly Labelled[]): Redactor {
  const search = searchFor(secrets)
  if (search === undefined) return { exchange: (exchange) => exchange, text: (text) => text }
  const text = remembering((before) => redactedText(before, search.whole))
  const whole = remembering((before) => redactedText(before, search.orBeginning))
  return { text: whole, exchange: (exchange) => redactedExchange(exchange, search.whole, text) }
}

type Text = (text: string) => string

/** The most short texts in the cache. The same headers recur in every exchange. */
const mostRemembered = 1000
const short = 256

function remembering(redact: Text): Text {
  const known = new Map<string, string>()
  return (text) => {
    if (text.length > short) return redact(text)
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size === mostRemembered) known.clear()
    const redacted = redact(text)
    known.set(text, redacted)
    return redacted
  }
}

function redactedText(text: string, find: FindSecrets): string {
  let redacted = ''
  let from = 0
  for (const { start, end, label } of find(text)) {
    redacted += text.slice(from, start) + label
    from = end
  }
  return redacted + text.slice(from)
}

/** The headers of a response that verdicts depend on. */
export const judgedHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'location',
])

/** Returns the exchange itself if it contains no secrets, or else a copy that lists the altered parts. */
function redactedExchange(exchange: Exchange, find: FindSecrets, text: Text): Exchange {
  const { behind } = exchange
  const own = redactedSide(exchange, find, text)
  if (behind === undefined) return own
  const received = behind.received.map((one) => ({ ...one, exchange: redactedSide(one.exchange, find, text) }))
  return { ...own, behind: { ...behind, received } }
}

function redactedSide(exchange: Exchange, find: FindSecrets, text: Text): Exchange {
  const { request, lost: ofRequest } = redactedRequest(exchange.request, find, text)
  const { response, lost: ofResponse } = redactedResponse(exchange.response, find, text)
  const lost = [...ofRequest, ...ofResponse]
  const trouble = exchange.trouble === undefined ? undefined : text(exchange.trouble)
  const redirects = sameIfEqual(exchange.redirects, (step) => ({ ...step, location: text(step.location) }))
  const isSame = request === exchange.request && response === exchange.response && redirects === exchange.redirects
  if (isSame && trouble === exchange.trouble) return exchange
  const redacted = alteredFacets(exchange, { request, response })
  return {
    ...exchange,
    request,
    response,
    captured: exchange.captured.filter((facet) => !lost.includes(facet)),
    ...(redacted.length === 0 ? {} : { redacted }),
    ...(trouble === undefined ? {} : { trouble }),
    ...(redirects === undefined ? {} : { redirects }),
  }
}

/** Returns the facets that were altered. Judging the recorded exchange again must not depend on them. */
function alteredFacets(before: Exchange, after: Pick<Exchange, 'request' | 'response'>): readonly Facet[] {
  const { request, response, redacted = [] } = before
  const altered: Partial<Record<Facet, boolean>> = {
    'request-headers': request.headers !== after.request.headers || request.path !== after.request.path,
    'request-body': request.body !== after.request.body,
    'response-headers': response?.headers.some((line, at) => isJudged(line, after.response!.headers[at]!)) ?? false,
    'response-body': response?.chunks !== after.response?.chunks,
  }
  return facets.filter((facet) => redacted.includes(facet) || altered[facet] === true)
}

function isJudged(before: HeaderLine, after: HeaderLine): boolean {
  return before !== after && (before[0] !== after[0] || judgedHeaders.has(before[0].toLowerCase()))
}

/** The facets that a redacted part no longer has. */
interface Lost {
  readonly lost: readonly Facet[]
}

const none: readonly Facet[] = []

function redactedResponse(
  response: RecordedResponse | null,
  find: FindSecrets,
  text: Text,
): Pick<Exchange, 'response'> & Lost {
  if (response === null) return { response, lost: none }
  const headers = redactedHeaders(response.headers, text)
  const { chunks, lost } = redactedChunks(response, find)
  if (headers === response.headers && chunks === response.chunks) return { response, lost }
  return { response: { ...response, headers, chunks }, lost }
}

function redactedRequest(
  request: RecordedRequest,
  find: FindSecrets,
  text: Text,
): { readonly request: RecordedRequest } & Lost {
  const path = text(request.path)
  const headers = redactedHeaders(request.headers, text)
  const recoded = recodedBody(request.headers, request.body, find)
  const body = recoded?.bytes ?? withLabels([{ at: 0, bytes: request.body }], find)[0]!.bytes
  const lost: readonly Facet[] = recoded?.isWithheld === true ? ['request-body'] : none
  if (path === request.path && headers === request.headers && body === request.body) return { request, lost }
  return { request: { ...request, path, headers, body }, lost }
}

function redactedHeaders(headers: readonly HeaderLine[], text: Text): readonly HeaderLine[] {
  return sameIfEqual(headers, (line): HeaderLine => {
    const [name, value] = [text(line[0]), text(line[1])]
    return name === line[0] && value === line[1] ? line : [name, value]
  })
}

function sameIfEqual<List extends readonly unknown[] | undefined>(
  list: List,
  change: (item: NonNullable<List>[number]) => NonNullable<List>[number],
): List {
  if (list === undefined) return list
  const changed = list.map(change)
  return changed.every((item, at) => isDeepStrictEqual(item, list[at])) ? list : (changed as unknown as List)
}

/** Redacts the body of a response. One that was compressed again no longer has the chunks of the wire. */
function redactedChunks(
  { headers, chunks }: RecordedResponse,
  find: FindSecrets,
): Pick<RecordedResponse, 'chunks'> & Lost {
  const recoded = recodedBody(headers, wholeBody(chunks), find)
  if (recoded === undefined) return { chunks: withLabels(chunks, find), lost: none }
  const { bytes, isWithheld } = recoded
  const lost: readonly Facet[] = isWithheld ? ['response-body', 'chunks'] : ['chunks']
  return { chunks: [{ at: chunks.at(-1)?.at ?? 0, bytes }], lost }
}

/** A compressed body after its redaction. */
interface RecodedBody {
  readonly bytes: Uint8Array
  /** True if the body was replaced by a note, because it cannot be decoded and searched. */
  readonly isWithheld: boolean
}

const withheld = new TextEncoder().encode('(withheld: its content encoding cannot be undone to search it for secrets)')

/**
 * Redacts a compressed body, and compresses it again. Returns `undefined` for a body that is not compressed, or has no
 * secret below its compression.
 */
function recodedBody(headers: readonly HeaderLine[], body: Uint8Array, find: FindSecrets): RecodedBody | undefined {
  const whole = uncoded(headers, body)
  if (whole === undefined) return undefined
  if (whole === 'unreadable') return { bytes: withheld, isWithheld: true }
  const plain = withLabels([{ at: 0, bytes: whole.bytes }], find)[0]!.bytes
  return plain === whole.bytes ? undefined : { bytes: new Uint8Array(whole.recode(plain)), isWithheld: false }
}
