import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { Pool } from 'undici'
import type { Chunk, Ended, HeaderLine } from '../../../core/model/exchange.ts'
import { ClientGone, type Noted, pairs, pass } from './pass.ts'
import { type ByteBudget, startTap } from './tap.ts'

/** A request that passed and its response, as on the wire, with the client's credentials and the target's names. */
export interface Passed {
  /** Milliseconds since the proxy started. */
  readonly startedAt: number
  readonly durationMs: number
  readonly method: string
  /** Path and query below the target's base URL. */
  readonly path: string
  readonly requestHeaders: readonly HeaderLine[]
  readonly requestBody: Uint8Array
  /** False if the exchange ended before the request did. Its body is then cut off. */
  readonly isRequestWhole: boolean
  readonly response: {
    readonly status: number
    readonly headers: readonly HeaderLine[]
    readonly chunks: readonly Chunk[]
  } | null
  readonly ended: Ended
  /** The network error of an incomplete exchange, for example `ECONNREFUSED`. */
  readonly trouble?: string
}

export interface ReverseProxyOptions {
  /** Returns the base URL for a request. Areas of one gateway may have different ones. */
  readonly targetOf: (method: string, path: string) => string
  /** The port. Defaults to 0, which selects any free port. */
  readonly port?: number
  readonly host?: string
  /** The certificate and private key for clients, as PEM text. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** True to set `X-Forwarded-For`, `-Proto` and `-Host` for the client. By default they pass unchanged. */
  readonly isForwarded?: boolean
  /** Returns whether to copy an exchange. All exchanges pass. By default all are copied. */
  readonly isWanted?: (method: string, path: string) => boolean
  /** The most bytes of one body that are copied. Defaults to 16 MiB. */
  readonly maxBodyBytes?: number
  /** The most bytes of all exchanges under way that are copied. Defaults to 128 MiB. */
  readonly maxInFlightBytes?: number
  /** Called with each exchange that was copied completely. */
  readonly onPassed: (passed: Passed) => void
  readonly onTooLarge?: () => void
  /**
   * Called with the status of each response, including the proxy's own; `undefined` if the client disconnected before.
   */
  readonly onReply?: (status: number | undefined) => void
  /** The connection options of undici's Pool. */
  readonly connect?: Pool.Options['connect']
}

/** A running reverse proxy. */
export interface ReverseProxy {
  readonly url: string
  /** The number of requests without a complete response. */
  underWay(): number
  /**
   * Stops listening, waits for requests under way for at most `graceMs` milliseconds (0 by default), and aborts the
   * rest.
   */
  close(graceMs?: number): Promise<void>
}

const megabyte = 2 ** 20

interface Setting {
  readonly options: ReverseProxyOptions
  readonly wayTo: (method: string, path: string) => TargetConnection
  readonly budget: ByteBudget
  readonly epoch: number
  readonly state: { underWay: number; isClosing: boolean; onIdle: () => void }
}

/**
 * Starts a reverse proxy in front of a gateway. Requests and responses pass unchanged: bytes, pieces as they arrive,
 * the pace of the slower side, aborts, trailers. Only headers that belong to one connection (RFC 9110, section 7.6.1)
 * are removed, and `Host` names the target. The proxy itself answers `Expect: 100-continue`. A request that could be
 * read as two, or that names no path of the target, gets a 400 and does not pass.
 */
export async function startReverseProxy(options: ReverseProxyOptions): Promise<ReverseProxy> {
  const ways = openTargetConnections(options)
  const setting: Setting = {
    ...{ options, wayTo: ways.to },
    budget: { most: options.maxInFlightBytes ?? 128 * megabyte, held: 0 },
    epoch: performance.now(),
    state: { underWay: 0, isClosing: false, onIdle: () => {} },
  }
  const server = createListener(setting)
  await listening(server, options)
  const { address, family, port } = server.address() as AddressInfo
  const scheme = options.tls === undefined ? 'http' : 'https'
  return {
    url: `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    underWay: () => setting.state.underWay,
    close: async (graceMs = 0) => {
      setting.state.isClosing = true
      server.close()
      server.closeIdleConnections()
      await idle(setting, graceMs)
      server.closeAllConnections()
      await ways.close()
    },
  }
}

function createListener(setting: Setting): Server {
  const { tls } = setting.options
  const serve = (request: IncomingMessage, response: ServerResponse): void => void handle(request, response, setting)
  const limits = {
    ...{ requireHostHeader: false, maxHeaderSize: maxHeaderBytes, keepAliveTimeout: 65_000 },
    // Only headers have a time limit. A slow upload is a matter between client and target.
    ...{ requestTimeout: 0, headersTimeout: 60_000, noDelay: true },
  }
  const server = tls === undefined ? createServer(limits, serve) : createTlsServer({ ...limits, ...tls }, serve)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    response.writeContinue()
    serve(request, response)
  })
  server.on('clientError', reject)
  return server
}

function listening(server: Server, { port = 0, host = '127.0.0.1' }: ReverseProxyOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

function idle({ state }: Setting, graceMs: number): Promise<void> {
  if (state.underWay === 0 || graceMs === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, graceMs)
    state.onIdle = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/** Passes one request and its response. An error on either side ends only this exchange. */
async function handle(request: IncomingMessage, response: ServerResponse, setting: Setting): Promise<void> {
  const { options, state, wayTo } = setting
  const method = request.method ?? 'GET'
  // HTTP/0.9 responses have no headers and no recognisable end.
  const path = request.httpVersionMajor === 1 ? pathAsked(request.url ?? '') : undefined
  const way = path === undefined ? undefined : wayTo(method, path)
  if (path === undefined || way === undefined || leavesBase(path, way.basePath))
    return answer(response, 400, 'the request names no path of the target')
  const { pool, base, basePath } = way
  const { origin, host } = base
  const copies = options.isWanted?.(method, path) === false ? undefined : startCopies(setting)
  const noted: Noted = { request: copies?.request, response: copies?.response }
  const onward = {
    ...{ dispatcher: pool, origin, host, path: basePath + path },
    isForwarded: options.isForwarded === true,
    isLast: () => state.isClosing,
  }
  state.underWay += 1
  let end: End = { ended: 'complete' }
  try {
    await pass(request, response, onward, noted)
  } catch (error) {
    end = endOf(error)
    fail(response, end.trouble)
  }
  state.underWay -= 1
  if (state.underWay === 0) state.onIdle()
  options.onReply?.(noted.status ?? (end.ended === 'cancelled' ? undefined : 502))
  if (copies !== undefined) tell({ request, method, path }, noted, end, copies, setting)
}

type Copies = ReturnType<typeof startCopies>

function startCopies({ options: { maxBodyBytes = 16 * megabyte }, budget }: Setting) {
  const start = performance.now()
  const now = (): number => performance.now() - start
  return { request: startTap(budget, maxBodyBytes, now), response: startTap(budget, maxBodyBytes, now), start }
}

interface End {
  readonly ended: Ended
  readonly trouble?: string
}

/** Returns whether the client ended an exchange, or the target or the network did. */
function endOf(error: unknown): End {
  if (error instanceof ClientGone) return { ended: 'cancelled' }
  return { ended: 'reset', trouble: String((error as { code?: unknown }).code ?? (error as Error).name) }
}

interface Asked {
  readonly request: IncomingMessage
  readonly method: string
  readonly path: string
}

function tell({ request, method, path }: Asked, noted: Noted, end: End, copies: Copies, setting: Setting): void {
  const { options, epoch } = setting
  const [sent, received] = [copies.request.chunks(), copies.response.chunks()]
  copies.request.release()
  copies.response.release()
  if (sent === undefined || received === undefined) {
    options.onTooLarge?.()
    return
  }
  const { status, headers = [] } = noted
  options.onPassed({
    startedAt: copies.start - epoch,
    durationMs: performance.now() - copies.start,
    ...{ method, path },
    requestHeaders: pairs(request.rawHeaders),
    requestBody: Buffer.concat(sent.map(({ bytes }) => bytes)),
    isRequestWhole: noted.isRequestWhole === true,
    response: status === undefined ? null : { status, headers: pairs(headers), chunks: received },
    ...end,
  })
}

/** Closes the connection of a request that is not HTTP or could be read as two. */
function reject(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}

/** Reports an error of the target to the client: a 502 before the response, a broken connection during it. */
function fail(response: ServerResponse, trouble = 'the connection broke'): void {
  if (response.headersSent || response.destroyed) response.destroy()
  else answer(response, 502, `no reply from the target (${trouble})`)
}

/**
 * Sends a response of the proxy itself and closes the connection, since the beginning of the next request is unknown.
 */
function answer(response: ServerResponse, status: number, words: string): void {
  const body = JSON.stringify({ error: { message: `mgi proxy: ${words}` } })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), connection: 'close' }
  response.writeHead(status, headers).end(body)
}

/** The most bytes of the headers of one message. */
const maxHeaderBytes = 64 * 1024

interface TargetConnection {
  readonly pool: Pool
  readonly base: URL
  /** The path of the base URL without a trailing slash. */
  readonly basePath: string
}

/** Returns connections to the base URLs of a gateway, each opened when it is first needed. */
function openTargetConnections({ targetOf, connect }: Pick<ReverseProxyOptions, 'targetOf' | 'connect'>) {
  const ways = new Map<string, TargetConnection>()
  const open = (target: string): TargetConnection => {
    const base = new URL(target)
    const pool = new Pool(base.origin, {
      // No time limit: the duration of a response is a matter between client and target.
      ...{ headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: maxHeaderBytes },
      connect,
    })
    return { base, basePath: base.pathname.replace(/\/+$/, ''), pool }
  }
  return {
    to: (method: string, path: string): TargetConnection => {
      const target = targetOf(method, path)
      const way = ways.get(target) ?? open(target)
      ways.set(target, way)
      return way
    },
    close: async (): Promise<void> => {
      await Promise.all([...ways.values()].map(({ pool }) => pool.destroy()))
    },
  }
}

/**
 * Returns the path and query of a request line; `undefined` if it has no path and must not pass. The host of an
 * absolute form (RFC 9112, section 3.2.2) is ignored, like `Host`, because clients do not choose the target.
 */
export function pathAsked(requestTarget: string): string | undefined {
  const [, absolute] = /^https?:\/\/[^/?#]*(.*)$/i.exec(requestTarget) ?? []
  const path = absolute === undefined ? requestTarget : absolute.startsWith('/') ? absolute : `/${absolute}`
  return !/^\/[\x21-\x7e\x80-\xff]*$/.test(path) || path.includes('#') ? undefined : path
}

/** Returns whether a path could leave the base path of the target: it has a segment `..` in any spelling. */
export function leavesBase(path: string, basePath: string): boolean {
  if (basePath === '') return false
  const [asked = ''] = path.split('?')
  const spelt = asked.replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/')
  return spelt.split('/').some((segment) => segment.replace(/;.*$/, '') === '..')
}
