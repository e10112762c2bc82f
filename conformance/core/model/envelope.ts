import { type HeaderLine, header, type RecordedRequest } from './exchange.ts'

/*
 * The envelope of a request: parts that clients choose and that change nothing about its meaning. The specification is
 * silent about them, so a rejection that another envelope avoids is only observed.
 */

const offer = 'accept-encoding'
const framing = 'transfer-encoding'

/** The codings that a request offers unless its envelope says otherwise. The judge can decode all of them. */
export const usualOffer: HeaderLine = [offer, 'gzip, deflate, br']

/** Stands in a planned request for the absence of `accept-encoding`. It is neither sent nor recorded. */
export const noOffer: HeaderLine = [offer, '«none»']

/** The header line of a request whose body is sent in chunks, without a length (RFC 9112 §7.1). */
export const chunkedFraming: HeaderLine = [framing, 'chunked']

/** The query parameter that official clients add to the path of messages. */
export const betaParameter = 'beta=true'

/** Returns a request with the codings that it offers when it is sent. They are recorded. */
export function offering(request: RecordedRequest): RecordedRequest {
  const own = header(request.headers, offer)
  if (own === undefined) return { ...request, headers: [...request.headers, usualOffer] }
  return own === noOffer[1] ? { ...request, headers: withoutLines(request.headers, [offer]) } : request
}

/** Returns the planned form of a recorded request, which is sent as it was recorded. */
export function asRecorded(request: RecordedRequest): RecordedRequest {
  const isOffering = header(request.headers, offer) !== undefined
  return isOffering ? request : { ...request, headers: [...request.headers, noOffer] }
}

/** Returns whether a request says that its body is sent in chunks. */
export function isChunked({ headers }: Pick<RecordedRequest, 'headers'>): boolean {
  return header(headers, framing)?.trim().toLowerCase() === chunkedFraming[1]
}

/** Returns header lines without those of some names, which are in lower case. */
export function withoutLines(headers: readonly HeaderLine[], names: readonly string[]): readonly HeaderLine[] {
  return headers.filter(([name]) => !names.includes(name.toLowerCase()))
}

/** Returns the unusual parts of a recorded envelope, in words. Requests with the usual one have none. */
export function envelopeParts(request: RecordedRequest): readonly string[] {
  const own = header(request.headers, offer)
  return [
    ...(own === undefined ? ['no `accept-encoding`'] : []),
    ...(own === undefined || own === usualOffer[1] ? [] : [`\`accept-encoding: ${own}\``]),
    ...(isChunked(request) ? ['a body in chunks'] : []),
    ...(hasBeta(request) ? [`\`?${betaParameter}\``] : []),
    ...(isInCapitals(request) ? ['header names in capitals'] : []),
  ]
}

/** Returns a request in the envelope of another one, apart from the case of header names. */
export function inEnvelopeOf({ headers, path }: RecordedRequest, request: RecordedRequest): RecordedRequest {
  const lines = headers.filter(([name]) => [offer, framing].includes(name.toLowerCase()))
  const wrapped = { ...request, headers: [...withoutLines(request.headers, [offer, framing]), ...lines] }
  return hasBeta({ path }) && !hasBeta(request) ? withBeta(wrapped) : wrapped
}

/** Returns a request in the usual envelope, with its other header lines in lower case and the same body. */
export function withoutEnvelope(request: RecordedRequest): RecordedRequest {
  const lines = withoutLines(request.headers, [offer, framing])
  const headers = lines.map(([name, value]): HeaderLine => [name.toLowerCase(), value])
  return { ...request, path: withoutBeta(request.path), headers }
}

/** Returns a text that is equal for requests which differ in nothing but their envelopes and bodies. */
export function unwrapped({ method, path, headers }: RecordedRequest): string {
  const lines = withoutLines(headers, [offer, framing, 'content-length', 'connection'])
  const told = lines.map(([name, value]) => [name.toLowerCase(), value].join(': ')).sort()
  return JSON.stringify([method, withoutBeta(path), told])
}

/** Returns a request with the query parameter of official clients. */
export function withBeta(request: RecordedRequest): RecordedRequest {
  const { path } = request
  return { ...request, path: `${path}${path.includes('?') ? '&' : '?'}${betaParameter}` }
}

function hasBeta({ path }: Pick<RecordedRequest, 'path'>): boolean {
  return withoutBeta(path) !== path
}

function withoutBeta(path: string): string {
  const [before = '', query] = path.split('?', 2)
  if (query === undefined) return path
  const left = query.split('&').filter((parameter) => parameter !== betaParameter)
  return left.length === 0 ? before : `${before}?${left.join('&')}`
}

function isInCapitals({ headers }: RecordedRequest): boolean {
  const names = withoutLines(headers, [offer, framing, 'content-length', 'host']).map(([name]) => name)
  return names.some((name) => name !== name.toLowerCase()) && names.every((name) => name === name.toUpperCase())
}
