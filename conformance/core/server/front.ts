import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, isIPv4, type Socket } from 'node:net'
import { BodiesExceeded, RequestAborted } from './body.ts'

/** The settings of a front. */
export interface FrontOptions {
  /** Names the server in its own replies, for example `mgi proxy`. */
  readonly name: string
  /** The port; 0 selects any free port. */
  readonly port: number
  readonly host: string
  /** The certificate and private key for clients, as PEM text. */
  readonly tls?: { readonly cert: string; readonly key: string }
  readonly settings?: ServerOptions
  /** Looks at a request before its body is read, and returns why it is rejected. */
  readonly admit?: (request: IncomingMessage) => Rejection | undefined
  /** Answers a request. If it throws or rejects, the exchange ends with 500, and the server goes on. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => unknown
  /** Called with each exception that ended an exchange. */
  readonly onFault?: (error: unknown) => void
}

/** A reply of the front itself, with a reason for its user. */
export interface Rejection {
  readonly status: number
  readonly reason: string
  /** A body in the form of the server's own errors. The default is the reason as JSON. */
  readonly body?: unknown
}

/** A server of the suite that listens. */
export interface Front {
  /** Its base URL, without a trailing slash. */
  readonly url: string
  readonly port: number
  /** The number of requests without a complete response. */
  underWay(): number
  /** Stops listening, gives requests under way `graceMs` milliseconds (0 by default), and closes all connections. */
  close(graceMs?: number): Promise<void>
}

/** The most requests under way at one server. */
export const mostRequests = 4096

/** The most bytes of the headers of one request. */
export const maxHeaderBytes = 64 * 1024

/**
 * Starts a server of the suite. All of them accept the same requests: the request target is text that begins with one
 * `/`, and is never resolved against anything. A server that listens on a loopback address answers only requests for a
 * loopback name, since the name of another site may resolve to this machine. One exchange that fails ends alone.
 */
export async function openFront(options: FrontOptions): Promise<Front> {
  const settings = { maxHeaderSize: maxHeaderBytes, keepAliveTimeout: 65_000, ...options.settings }
  const server = options.tls === undefined ? createServer(settings) : createTlsServer({ ...settings, ...options.tls })
  const state: State = { underWay: 0, onIdle: () => {} }
  const serve = (request: IncomingMessage, response: ServerResponse, isWaiting: boolean): void => {
    request.on('error', () => {})
    response.on('error', () => {})
    const rejection = rejectionOf(request, server, options, state.underWay)
    if (rejection !== undefined) {
      sendRejection(response, options.name, rejection)
      return
    }
    countUnderWay(response, state)
    if (isWaiting) response.writeContinue()
    void answered(request, response, options)
  }
  server.on('request', (request, response) => serve(request, response, false))
  server.on('checkContinue', (request, response) => serve(request, response, true))
  server.on('clientError', refuseBytes)
  server.on('connect', (_request, socket: Socket) => refuseBytes({ name: 'CONNECT', message: '' }, socket))
  await listening(server, options)
  const { address, family, port } = server.address() as AddressInfo
  const scheme = options.tls === undefined ? 'http' : 'https'
  return {
    url: `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    port,
    underWay: () => state.underWay,
    close: async (graceMs = 0) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      if (state.underWay > 0 && graceMs > 0) await untilIdle(state, graceMs)
      server.closeAllConnections()
      await closed
    },
  }
}

/** The number of exchanges under way, and a listener for the end of the last one. */
interface State {
  underWay: number
  onIdle: () => void
}

function countUnderWay(response: ServerResponse, state: State): void {
  state.underWay += 1
  response.once('close', () => {
    state.underWay -= 1
    if (state.underWay === 0) state.onIdle()
  })
}

function untilIdle(state: State, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, graceMs)
    state.onIdle = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

async function answered(request: IncomingMessage, response: ServerResponse, options: FrontOptions): Promise<void> {
  try {
    await options.answer(request, response)
  } catch (error) {
    if (error instanceof RequestAborted) response.destroy()
    else if (error instanceof BodiesExceeded) sendRejection(response, options.name, bodiesExceeded)
    else {
      options.onFault?.(error)
      sendRejection(response, options.name, { status: 500, reason: 'the request could not be answered' })
    }
  }
}

/** The reply while the bodies under way leave no room for another one. */
export const bodiesExceeded: Rejection = { status: 503, reason: 'too many bytes of requests are under way' }

function rejectionOf(
  request: IncomingMessage,
  server: Server,
  { host, admit }: FrontOptions,
  underWay: number,
): Rejection | undefined {
  const { url = '' } = request
  // HTTP/0.9 responses have no headers and no recognisable end.
  if (request.httpVersionMajor !== 1) return { status: 505, reason: 'use HTTP/1.1' }
  if (!isPath(url)) return { status: 400, reason: 'the request target must be a path that begins with one slash' }
  const hosts = request.rawHeaders.filter(
    (_, at) => at % 2 === 1 && request.rawHeaders[at - 1]?.toLowerCase() === 'host',
  )
  if (hosts.length > 1) return { status: 400, reason: 'the request has more than one Host header' }
  if (isLoopbackAddress((server.address() as AddressInfo | null)?.address) && !isOwnHost(hosts[0], host))
    return {
      status: 421,
      reason: `this server listens on a loopback address and answers requests for localhost only, not for ${JSON.stringify(hosts[0])}; choose another address to listen on, such as 0.0.0.0, to accept any name`,
    }
  if (underWay >= mostRequests) return { status: 503, reason: `${mostRequests} requests are under way` }
  return admit?.(request)
}

/** Returns whether a request target is a path, and no address of a host (`//host/`, `http://host/`). */
export function isPath(target: string): boolean {
  return /^\/(?!\/)[\x21-\x7e\x80-\xff]*$/.test(target) && !target.includes('#')
}

/**
 * Returns whether a path could leave the base path of a target: it has a segment `..` in any spelling, also one that
 * shows only after decoding several times.
 */
export function leavesBase(path: string, basePath: string): boolean {
  if (basePath === '') return false
  const [asked = ''] = path.split('?')
  return decodedPath(asked)
    .split('/')
    .some((segment) => segment.replace(/;.*$/, '') === '..')
}

/** Decodes dots, slashes and percent signs until nothing changes. Every round shortens the text. */
function decodedPath(path: string): string {
  const next = path
    .replace(/%2e/gi, '.')
    .replace(/%(?:2f|5c)|\\/gi, '/')
    .replace(/%3b/gi, ';')
    .replace(/%25/g, '%')
  return next === path ? path : decodedPath(next)
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address ?? '')
}

/** HTTP/1.0 has no `Host`; the name that the user gave to listen on is accepted as well. */
function isOwnHost(host: string | undefined, given: string): boolean {
  if (host === undefined) return true
  const name = host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    (isIPv4(name) && name.startsWith('127.')) ||
    name === given.toLowerCase()
  )
}

/** Sends a reply of the front, and closes the connection, since the rest of the request is not read. */
export function sendRejection(response: ServerResponse, name: string, { status, reason, body }: Rejection): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  const text = JSON.stringify(body ?? { error: { message: `${name}: ${reason}` } })
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 503 ? { 'retry-after': '1' } : {}),
    connection: 'close',
  })
  response.end(text)
}

/** Closes the connection of a request that is not HTTP, that could be read as two, or that asks for a tunnel. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  socket.on('error', () => {})
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}

function listening(server: Server, { port, host }: FrontOptions): Promise<void> {
  return new Promise((resolve, refuse) => {
    server.once('error', refuse)
    server.listen(port, host, () => resolve())
  })
}
