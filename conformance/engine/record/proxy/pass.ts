import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { valuesOf, withoutHopByHop } from '../../../core/server/forward.ts'
import type { Tap } from './tap.ts'

export interface ForwardedTo {
  readonly dispatcher: Dispatcher
  readonly origin: string
  readonly host: string
  /** Path and query at the target. */
  readonly path: string
  /** True to add `X-Forwarded-*` for the client. */
  readonly isForwarded: boolean
  /** Returns whether the client's connection has to end with this response. */
  readonly isLast: () => boolean
}

/** The facts about an exchange that are recorded while it passes. */
export interface Noted {
  readonly request: Tap | undefined
  readonly response: Tap | undefined
  /** Set once the request has ended and its whole body was noted. */
  isRequestWhole?: true
  status?: number
  /** Names and values in turn, as they arrived. */
  headers?: readonly string[]
}

/** Thrown for a part of HTTP that the proxy cannot pass on as it came. It is refused with a status instead. */
export class CannotPass extends Error {
  override readonly name = 'CannotPass'
  readonly status: 501 | 502

  constructor(what: string, status: 501 | 502) {
    super(what)
    this.status = status
  }
}

/**
 * Passes one request to the target and the response to the client, each piece as it arrives, at the pace of the slower
 * side. Rejects if one of the two breaks the connection. If the client does, the request to the target is aborted.
 */
export function pass(
  request: IncomingMessage,
  response: ServerResponse,
  onward: ForwardedTo,
  noted: Noted,
): Promise<void> {
  if (!hasBody(request)) noted.isRequestWhole = true
  return new Promise((resolve, reject) => {
    const reply = replying(response, onward, noted, { resolve, reject })
    response.once('close', reply.clientIsGone)
    onward.dispatcher.dispatch(
      {
        origin: onward.origin,
        path: onward.path,
        method: request.method as Dispatcher.HttpMethod,
        headers: headersOf(request, onward),
        body: hasBody(request) ? bodyOf(request, noted) : null,
      },
      reply.handler,
    )
  })
}

function headersOf(request: IncomingMessage, { host, isForwarded }: ForwardedTo): string[] {
  const passed = withoutHopByHop(request.rawHeaders, ['host', 'expect'])
  return ['host', host, ...(isForwarded ? withForwarded(passed, request) : passed)]
}

interface Settled {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

function replying(
  response: ServerResponse,
  { isLast }: ForwardedTo,
  noted: Noted,
  { resolve, reject }: Settled,
): { readonly handler: Dispatcher.DispatchHandler; readonly clientIsGone: () => void } {
  let controller: Dispatcher.DispatchController | undefined
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (started) => {
      controller = started
      if (response.destroyed) started.abort(new ClientGone())
    },
    onResponseStart: (started, status, _headers, statusMessage) => {
      if (status < 200) return
      guarded(started, reject, () => {
        const headers = asText(started.rawHeaders)
        if (hasOtherCoding(headers)) throw new CannotPass('the transfer coding of the response', 502)
        noted.status = status
        noted.headers = headers
        if (isLast()) response.shouldKeepAlive = false
        sendHead(response, status, statusMessage, headers)
      })
    },
    onResponseData: (started, bytes) => {
      noted.response?.note(bytes)
      if (response.write(bytes)) return
      started.pause()
      response.once('drain', () => started.resume())
    },
    onResponseEnd: (started) => {
      guarded(started, reject, () => {
        addTrailers(response, asText(started.rawTrailers))
        response.end(resolve)
      })
    },
    onResponseError: (_, error) => reject(error),
  }
  const clientIsGone = (): void => {
    if (response.writableFinished) return
    const gone = new ClientGone()
    controller?.abort(gone)
    reject(gone)
  }
  return { handler, clientIsGone }
}

/** Ends an exchange if a step of it throws. Otherwise the exception would reach the parser of undici. */
function guarded(started: Dispatcher.DispatchController, reject: Settled['reject'], step: () => void): void {
  try {
    step()
  } catch (error) {
    started.abort(error as Error)
    reject(error)
  }
}

function sendHead(
  response: ServerResponse,
  status: number,
  reason: string | undefined,
  headers: readonly string[],
): void {
  response.sendDate = false
  response.writeHead(status, acceptableReason(reason), withoutHopByHop(headers))
  // Sends the headers now. `flushHeaders` would write bytes beyond ASCII as UTF-8.
  response.write(new Uint8Array(0))
}

const trailers = 'the trailers of the request'

/**
 * Returns the part of a request that cannot be passed on. A transfer coding other than chunked would be lost with its
 * header, and the dispatcher sends no trailers.
 */
export function notPassedOn({ rawHeaders }: IncomingMessage): CannotPass | undefined {
  if (hasOtherCoding(rawHeaders)) return new CannotPass('a transfer coding other than chunked', 501)
  return valuesOf(rawHeaders, 'trailer').length > 0 ? new CannotPass(trailers, 501) : undefined
}

function hasOtherCoding(flat: readonly string[]): boolean {
  return valuesOf(flat, 'transfer-encoding').some((value) => value.trim().toLowerCase() !== 'chunked')
}

/** Thrown if the client disconnected before the end of the response. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Returns the body of a request as a stream. If the target does not read the rest, it is read and dropped: destroying
 * the request would close the client's connection, and the response with the reason would be lost. What is dropped is not
 * noted either.
 */
function bodyOf(request: IncomingMessage, noted: Noted): Readable {
  let isCut = false
  const body = new Readable({
    read: () => void request.resume(),
    destroy: (error, done) => {
      request.resume()
      done(error)
    },
  })
  request.on('data', (bytes: Buffer) => {
    isCut ||= body.destroyed
    if (isCut) return
    noted.request?.note(bytes)
    if (!body.push(bytes)) request.pause()
  })
  request.once('end', () => {
    if (!isCut) noted.isRequestWhole = true
    if (request.rawTrailers.length > 0) body.destroy(new CannotPass(trailers, 501))
    else body.push(null)
  })
  request.once('error', () => body.destroy(new ClientGone()))
  request.pause()
  return body
}

function asText(raw: Dispatcher.DispatchController['rawHeaders']): readonly string[] {
  if (!Array.isArray(raw)) return []
  return raw.map((text: string | Buffer) => (typeof text === 'string' ? text : text.toString('latin1')))
}

/** Undici decodes the reason as UTF-8, so the bytes of one in Latin-1 are lost. An empty reason is legal. */
function acceptableReason(phrase = ''): string {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(phrase) ? phrase : ''
}

function addTrailers(response: ServerResponse, flat: readonly string[]): void {
  const trailers = pairs(flat)
  if (trailers.length > 0) response.addTrailers(trailers)
}

/** Splits a flat list of names and values into pairs. */
export function pairs(flat: readonly string[]): readonly [string, string][] {
  return flat.flatMap((name, at): readonly [string, string][] => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : []))
}

/** The headers about the client. */
const names = { address: 'x-forwarded-for', scheme: 'x-forwarded-proto', host: 'x-forwarded-host' } as const

/**
 * Adds `X-Forwarded-*` to the headers of a request: the client's address after those of earlier proxies, and its scheme
 * and host unless an earlier proxy set them. `flat` has names and values in turn.
 */
function withForwarded(flat: readonly string[], { socket, headers }: IncomingMessage): readonly string[] {
  const before = valuesOf(flat, names.address)
  const others = flat.filter((_, at) => (flat[at - (at % 2)] ?? '').toLowerCase() !== names.address)
  const scheme = 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http'
  return [
    ...others,
    ...[names.address, [...before, socket.remoteAddress ?? 'unknown'].join(', ')],
    ...(valuesOf(flat, names.scheme).length > 0 ? [] : [names.scheme, scheme]),
    ...(valuesOf(flat, names.host).length > 0 || headers.host === undefined ? [] : [names.host, headers.host]),
  ]
}
