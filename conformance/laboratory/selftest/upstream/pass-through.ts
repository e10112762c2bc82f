import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bytesOfMessage, Silence, sendOn } from '../../../core/server/forward.ts'

/** A request of a client, as a gateway forwards it. */
export interface Forwarding {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The habits of a gateway. A fault or a variant replaces some of them. */
export interface Habits {
  /** Changes a request before it goes up. */
  readonly up?: (forwarding: Forwarding, client: IncomingMessage) => Forwarding
  /** Changes the body of a plain reply. */
  readonly down?: (json: unknown, client: Forwarding) => unknown
  /** Changes a chunk of a stream, or drops it. */
  readonly chunk?: (text: string) => string
  /** True if the gateway decodes each chunk of a stream by itself, and so loses letters that lie in two. */
  readonly decodesChunks?: boolean
  /** Returns the error for the client in place of the usual one. */
  readonly fail?: (failure: UpstreamFailure, response: ServerResponse) => boolean
  /** Called when the upstream breaks off a stream; the gateway breaks off its own by default. */
  readonly broken?: (response: ServerResponse) => void
  /** True if the gateway goes on reading for a client that went away. */
  readonly keepsReading?: boolean
  /** Returns the client that gets a chunk of a stream; by default the one that asked for it. */
  readonly mixes?: (response: ServerResponse) => ServerResponse
  /** Waits until a request may go up. */
  readonly turn?: (response: ServerResponse) => Promise<void>
  /** The times that a failed request is sent again. */
  readonly retries?: number
  /** True if the gateway knows no keys: it passes each one on, and the upstream answers for it. */
  readonly passesKeys?: boolean
  /** Answers a request without asking the upstream. */
  readonly own?: (client: Forwarding, response: ServerResponse) => boolean
  /** Called with each plain reply. */
  readonly seen?: (client: Forwarding, reply: unknown) => void
}

/** A failure of the upstream. */
export interface UpstreamFailure {
  readonly status: number
  readonly path: string
  readonly message: string
  readonly retryAfter: string | undefined
}

export interface MiddleOptions {
  readonly upstream: string
  readonly upstreamKey: string
  readonly key: string
  readonly habits?: Habits
  /** The prefix of the path of each request to the upstream. */
  readonly prefix?: string
}

export interface RunningGateway {
  readonly url: string
  close(): Promise<void>
}

/** The time in milliseconds after which the gateway gives up an upstream that says nothing. */
const patience = 1_500

/** Starts a gateway that passes requests on in their own format. It is faithful unless its habits make it otherwise. */
export function startPassThrough(options: MiddleOptions): Promise<RunningGateway> {
  const { habits = {}, key } = options
  return startMiddle(async (request, response) => {
    const client = await clientRequest(request)
    if (habits.passesKeys !== true && keyGiven(client)?.replace(/^sk-/, '') !== key.replace(/^sk-/, '')) {
      sendFailure(response, { status: 401, path: client.path, message: strangerMessage(client), retryAfter: undefined })
      return
    }
    if (habits.own?.(client, response) === true) return
    await habits.turn?.(response)
    const given = keyGiven(client) ?? ''
    const forwarding = upwards(client, habits.passesKeys === true ? { ...options, upstreamKey: given } : options)
    await callUpstream(habits.up?.(forwarding, request) ?? forwarding, client, response, options)
  })
}

/** Starts a pass-through gateway that ends for ever when so many requests have come. */
export function startEnding(after: number): typeof startPassThrough {
  return async (options) => {
    let left = after
    const own = (): boolean => {
      left -= 1
      if (left === 0) setImmediate(() => void gateway.close())
      return false
    }
    const gateway = await startPassThrough(Object.assign(options, { habits: { own } }))
    return gateway
  }
}

export function startMiddle(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<RunningGateway> {
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    response.on('error', () => {})
    serve(request, response).catch(() => request.socket.destroy())
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      }),
    )
  })
}

export async function clientRequest(request: IncomingMessage): Promise<Forwarding> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
  return { method: request.method ?? 'GET', path: request.url ?? '/', headers, body: await bytesOfMessage(request) }
}

/** Returns the message for a request without the right key; section 7 has words for the token usage. */
function strangerMessage({ path, headers }: Forwarding): string {
  if (!path.startsWith('/api/')) return 'The key is not valid.'
  if (headers['authorization'] === undefined) return 'No Authorization header'
  return headers['authorization'].startsWith('Bearer ') ? 'token not found' : 'Invalid Bearer token'
}

/** Returns the key of a request in the form that its area has. */
export function keyGiven({ path, headers }: Forwarding): string | undefined {
  const query = new URLSearchParams(path.split('?')[1] ?? '').get('key')
  return query ?? headers['x-api-key'] ?? /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1]
}

function upwards(client: Forwarding, { upstreamKey, prefix = '' }: MiddleOptions): Forwarding {
  const [before = '', query = ''] = client.path.split('?')
  const parameters = new URLSearchParams(query)
  if (parameters.has('key')) parameters.set('key', upstreamKey)
  const own = parameters.size === 0 ? before : `${before}?${parameters}`
  const {
    'content-type': type = 'application/json',
    'provider-version': version,
    'provider-beta': beta,
  } = client.headers
  const headers = {
    ...(client.method === 'GET' ? {} : { 'content-type': type }),
    ...(version === undefined ? {} : { 'provider-version': version }),
    ...(beta === undefined ? {} : { 'provider-beta': beta }),
    ...(client.headers['x-api-key'] === undefined ? {} : { 'x-api-key': upstreamKey }),
    ...(client.headers['authorization'] === undefined ? {} : { authorization: `Bearer ${upstreamKey}` }),
  }
  return { ...client, path: prefix + own, headers }
}

/** Sends a request to the upstream, and its reply or an error to the client. */
async function callUpstream(
  up: Forwarding,
  client: Forwarding,
  response: ServerResponse,
  options: MiddleOptions,
  attempt = 0,
): Promise<void> {
  const { habits = {}, upstream } = options
  const answer = await askUpstream(upstream, up, habits.keepsReading === true ? undefined : response)
  if ('stream' in answer) return stream(answer.stream, response, habits)
  if ('json' in answer && !asksForStream(client)) {
    habits.seen?.(client, answer.json)
    return sendJsonTo(response, 200, habits.down?.(answer.json, client) ?? answer.json)
  }
  if (response.headersSent) return undefined
  const told = 'json' in answer ? { status: 502, message: 'The provider sent no reply.' } : answer
  if (told.status >= 500 && attempt < (habits.retries ?? 0))
    return callUpstream(up, client, response, options, attempt + 1)
  const failure = { retryAfter: undefined, ...told, path: client.path }
  if (habits.fail?.(failure, response) !== true) sendFailure(response, failure)
}

/** The reply of the upstream, or the failure of which a gateway tells its client. */
export type UpstreamAnswer =
  | { readonly json: unknown }
  | { readonly stream: IncomingMessage }
  | Omit<UpstreamFailure, 'path'>

/** Sends a request to the upstream. If a client is given and leaves, the request is aborted. */
export async function askUpstream(upstream: string, up: Forwarding, client?: ServerResponse): Promise<UpstreamAnswer> {
  const failed = (status: number, message: string, retryAfter?: string): UpstreamAnswer => ({
    status,
    message,
    retryAfter,
  })
  const { hostname: host, port } = new URL(upstream)
  try {
    const reply = await sendOn({ ...up, host, port, patience }, client)
    const { statusCode: status = 502, headers } = reply
    if (status === 200 && headers['content-type']?.startsWith('text/event-stream') === true) return { stream: reply }
    const json = parsedJson(await bytesOfMessage(reply))
    if (status !== 200) return failed(status === 529 ? 503 : status, messageOf(json), headers['retry-after'])
    return json === undefined ? failed(502, 'The provider sent no reply.') : { json }
  } catch (error) {
    return failed(error instanceof Silence ? 504 : 502, 'The provider cannot be reached.')
  }
}

export function asksForStream({ path, body }: Forwarding): boolean {
  return path.includes(':streamGenerateContent') || /"stream"\s*:\s*true/.test(body.toString('latin1'))
}

/** Passes a stream on as it comes. */
function stream(reply: IncomingMessage, response: ServerResponse, habits: Habits): void {
  const { chunk, broken, mixes, decodesChunks } = habits
  if (decodesChunks !== true) reply.setEncoding('utf8')
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  const cut = (): void => (broken === undefined ? void response.destroy() : broken(response))
  let last = ''
  reply.on('data', (part: Buffer | string) => {
    const text = part.toString()
    last = `${last}${text}`.slice(-200)
    const client = mixes?.(response) ?? response
    if (!client.writableEnded) client.write(chunk?.(text) ?? text)
  })
  reply.on('error', cut)
  reply.on('end', () => {
    if (!reply.complete) cut()
    else if (isWholeStream(last)) response.end()
    else cut()
  })
}

function isWholeStream(last: string): boolean {
  return last.includes('message_stop') || last.includes('finishReason') || last.includes('responseId')
}

export function parsedJson(bytes: Buffer | string): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown
  } catch {
    return undefined
  }
}

function messageOf(json: unknown): string {
  const { error } = Object(json) as { readonly error?: { readonly message?: unknown } }
  return typeof error?.message === 'string' ? error.message : 'The provider failed.'
}

const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  429: 'rate_limit_error',
  500: 'server_error',
}
const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** Sends an error of section 7. */
export function sendFailure(response: ServerResponse, { status, path, message, retryAfter }: UpstreamFailure): void {
  const type = types[status] ?? 'api_error'
  const value = path.startsWith('/v1beta')
    ? { error: { code: status, message, status: statuses[status] ?? 'INTERNAL', details: [] } }
    : path.startsWith('/v1/messages')
      ? { type: 'error', error: { type, message, code: type } }
      : path.startsWith('/api/')
        ? { success: false, message }
        : { error: { message, type, param: null, code: null } }
  sendJsonTo(response, status, value, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
}

export function sendJsonTo(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(value))
}
