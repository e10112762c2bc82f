import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
  request as send,
} from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { UpstreamFormat } from '../../conformance/core/model/upstream.ts'
import type { Message } from '../routes/messages-reply.ts'
import { chatChunks, chatOfMessage, messagesOfChat } from './chat.ts'
import { type CalledAs, ownPath } from './formats.ts'

/** A request without a mark, and the reference server that answers it. */
export interface Forwarded {
  readonly called: CalledAs | undefined
  readonly body: Buffer
  /** The parsed body, if it is JSON. */
  readonly json: unknown
  readonly key: string
  /** The port of the reference server, on this machine. */
  readonly port: number
}

/** Passes a request on to the reference server, under the names of the specification, and its reply back. */
export function forward(request: IncomingMessage, response: ServerResponse, forwarded: Forwarded): Promise<void> {
  const { called } = forwarded
  return called?.format === 'chat' ? forwardChat(response, forwarded, called) : pass(request, response, forwarded)
}

/** Host and port are constants, and paths are text, so that no request leads elsewhere. */
function ask(response: ServerResponse, options: RequestOptions, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const out = send({ ...options, host: '127.0.0.1' }, resolve)
    out.on('error', reject)
    response.once('close', () => out.destroy())
    out.end(body)
  })
}

async function pass(
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  { called, body, key, port }: Forwarded,
): Promise<void> {
  const path = called === undefined ? url : withKey(ownPath(url, called.format), key, called.format)
  // Requests that are no calls of a model bring their own key: the reference server looks at it.
  const own = called === undefined ? withoutHops(headers) : ownHeaders(headers, key, body.length)
  const reply = await ask(response, { port, path, method, headers: own }, body)
  response.writeHead(reply.statusCode ?? 502, withoutHops(reply.headers))
  await pipeline(reply, response)
}

async function forwardChat(
  response: ServerResponse,
  { json, key, port }: Forwarded,
  { isStream }: CalledAs,
): Promise<void> {
  const body = Buffer.from(JSON.stringify(messagesOfChat(json)))
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-api-key': key,
    'provider-version': '2023-06-01',
  }
  const reply = await ask(response, { port, path: '/v1/messages', method: 'POST', headers }, body)
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  const answered: unknown = JSON.parse(Buffer.concat(parts).toString())
  if (reply.statusCode !== 200) return writeJson(response, reply.statusCode ?? 502, chatError(answered))
  const completion = chatOfMessage(answered as Message, Math.floor(Date.now() / 1000))
  if (!isStream) return writeJson(response, 200, completion)
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  for (const chunk of chatChunks(completion, /"include_usage"\s*:\s*true/.test(JSON.stringify(json))))
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  response.end('data: [DONE]\n\n')
  return undefined
}

function writeJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(value))
}

function chatError(answered: unknown): unknown {
  const { error } = Object(answered) as { readonly error?: { readonly type?: string; readonly message?: string } }
  return { error: { message: error?.message ?? '', type: error?.type ?? 'server_error', param: null, code: null } }
}

/** Writes the key in every form, since the gateway may have sent it in another than the specification's. */
function ownHeaders(headers: IncomingHttpHeaders, key: string, length: number): IncomingHttpHeaders {
  const version = Object.keys(headers).find((name) => name.endsWith('-version'))
  const named = headers['provider-version'] ?? (version === undefined ? undefined : headers[version])
  return {
    ...withoutHops(headers),
    ...(named === undefined ? {} : { 'provider-version': named }),
    authorization: `Bearer ${key}`,
    'x-api-key': key,
    'content-length': String(length),
  }
}

function withKey(path: string, key: string, format: UpstreamFormat | undefined): string {
  if (format !== 'content') return path
  const [before = '', query = ''] = path.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  parameters.set('key', key)
  return `${before}?${parameters}`
}

const hops: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect'])

/** Headers that concern one connection are not passed on (RFC 9110 §7.6.1). */
function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hops.has(name)))
}
