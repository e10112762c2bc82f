import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { createBrotliCompress, createDeflate, createDeflateRaw, createGzip } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serve, untilTestEnds, urlOfNobody } from '../../../../tests/serve.ts'
import { socketServer } from '../../../../tests/servers.ts'
import { chunkedFraming, noOffer } from '../../../core/model/envelope.ts'
import { mostEvents } from '../../../core/model/events.ts'
import {
  connectionLeftOpen,
  type Exchange,
  type RecordedRequest,
  unaskedContinue,
} from '../../../core/model/exchange.ts'
import { readBody } from '../../judge/read/read-body.ts'
import { type Client, type ClientOptions, createClient } from './client.ts'

/** Starts a server that handles the raw socket once a request has begun, and returns its URL. */
async function serveSocket(answer: (socket: Socket) => void): Promise<string> {
  return (await untilTestEnds(socketServer(answer))).url
}

function clientFor(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({
    baseUrl,
    names: { key: 'secret-key' },
    timeoutMs: 20_000,
    maxResponseBytes: 1e6,
    ...options,
  })
  onTestFinished(() => client.close())
  return client
}

const get: RecordedRequest = {
  method: 'GET',
  path: '/api/usage/token',
  headers: [['authorization', 'Bearer «key:valid»']],
  body: new Uint8Array(),
}
const post: RecordedRequest = { ...get, method: 'POST', path: '/v1/messages?a=b', body: Buffer.from('{"n":1}') }

function textOf({ response }: Exchange): string {
  return Buffer.concat((response?.chunks ?? []).map(({ bytes }) => bytes)).toString()
}

async function readAll(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

test('an exchange records the neutral request and the raw response', async () => {
  const { url } = await serve(async (request, response) => {
    const seen = `${request.method} ${request.url} ${request.headers.authorization} ${await readAll(request)}`
    response.writeHead(201, ['X-One', 'a', 'x-one', 'b', 'Content-Type', 'text/plain']).end(seen)
  })
  const exchange = await clientFor(url).send(post, 'case-1')
  expect(exchange).toMatchObject({ id: 'case-1', source: 'runner', ended: 'complete' })
  expect(exchange.request).toEqual({ ...post, headers: [...post.headers, ['accept-encoding', 'gzip, deflate, br']] })
  expect(exchange.response!.status).toBe(201)
  expect(exchange.response!.headers.slice(0, 3)).toEqual([
    ['X-One', 'a'],
    ['x-one', 'b'],
    ['Content-Type', 'text/plain'],
  ])
  expect(textOf(exchange)).toBe('POST /v1/messages?a=b Bearer secret-key {"n":1}')
  expect(exchange).not.toHaveProperty('trouble')
})

test('a body in chunks is sent without a length, in several pieces, and recorded whole', async () => {
  const { url } = await serve(async (request, response) => {
    const pieces: string[] = []
    for await (const piece of request) pieces.push(String(piece))
    response.end(JSON.stringify({ ...request.headers, pieces }))
  })
  const chunked = { ...post, headers: [...post.headers, chunkedFraming, ['content-length', '7']] as const }
  const exchange = await clientFor(url).send(chunked, 'a')
  const seen = JSON.parse(textOf(exchange)) as Record<string, unknown>
  expect(seen).toMatchObject({ 'transfer-encoding': 'chunked', pieces: ['{"n"', ':1}'] })
  expect(seen).not.toHaveProperty('content-length')
  expect(exchange.request.body).toEqual(post.body)
  expect(exchange.request.headers).toContainEqual(chunkedFraming)
})

test('a request that offers no coding has no accept-encoding, on the wire and in its record', async () => {
  const { url } = await serve((request, response) => response.end(String(request.headers['accept-encoding'])))
  const exchange = await clientFor(url).send({ ...post, headers: [...post.headers, noOffer] }, 'a')
  expect(textOf(exchange)).toBe('undefined')
  expect(exchange.request.headers).toEqual(post.headers)
})

test('repeated request headers are sent separately', async () => {
  const { url } = await serve((request, response) => response.end(JSON.stringify(request.rawHeaders)))
  const headers = [...post.headers, ['provider-beta', 'a'], ['provider-beta', 'b']] as const
  const raw = JSON.parse(textOf(await clientFor(url).send({ ...post, headers }, 'a'))) as string[]
  expect(raw.join(' ')).toContain('provider-beta a provider-beta b')
})

test('chunks are recorded separately, with their arrival times', async () => {
  let more = (): void => {}
  const { url } = await serve((_, response) => {
    response.write('one')
    more = () => response.end('two')
  })
  let clock = 0
  const client = clientFor(url, {
    now: () => {
      clock += 10
      if (clock >= 30) more()
      return clock
    },
  })
  const { chunks } = (await client.send(post, 'a')).response!
  expect(chunks.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['one', 'two'])
  expect(chunks[0]!.at).toBeLessThan(chunks[1]!.at)
})

test('a compressed body is recorded as sent', async () => {
  const { url } = await serve((_, response) => response.setHeader('content-encoding', 'gzip').end('not even gzip'))
  expect(textOf(await clientFor(url).send(get, 'a'))).toBe('not even gzip')
})

test('a base URL may have a path with or without a trailing slash, and an IPv6 address', async () => {
  const { url } = await serve((request, response) => response.end(request.url), '::1')
  expect(url).toContain('[::1]')
  expect(textOf(await clientFor(`${url}/a/gateway`).send(get, 'a'))).toBe('/a/gateway/api/usage/token')
  expect(textOf(await clientFor(`${url}/a/gateway/`).send(get, 'a'))).toBe('/a/gateway/api/usage/token')
})

test('a target that never responds gives a timeout without a response', async () => {
  const exchange = await clientFor((await serve(() => {})).url, { timeoutMs: 40 }).send(post, 'a')
  expect(exchange).toMatchObject({ ended: 'timeout', response: null })
})

test('a target that stops within a body gives a timeout with the partial body', async () => {
  const { url } = await serve((_, response) => response.write('half'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let clock = 0
  const client = clientFor(url, {
    timeoutMs: 150,
    // Read at the start, and again when the beginning of the body has arrived: only then is the time over.
    now: () => {
      clock += 10
      if (clock === 30) setImmediate(() => vi.advanceTimersByTime(150))
      return clock
    },
  })
  const exchange = await client.send(post, 'a')
  expect(exchange.ended).toBe('timeout')
  expect(textOf(exchange)).toBe('half')
})

test('a refused connection is a reset with its error code', async () => {
  expect(await clientFor(await urlOfNobody()).send(post, 'a')).toMatchObject({
    ended: 'reset',
    response: null,
    trouble: 'ECONNREFUSED',
  })
})

test.each<[string, (socket: Socket) => void, string]>([
  ['a connection that is closed before an answer', (socket) => socket.destroy(), 'UND_ERR_SOCKET'],
  ['a connection that is reset', (socket) => socket.resetAndDestroy(), 'ECONNRESET'],
  [
    'a 100 Continue that the request did not ask for',
    (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
    unaskedContinue,
  ],
  ['an answer that is not HTTP', (socket) => socket.end('hello\r\n\r\n'), 'HTTPParserError'],
  [
    'a body that is cut short',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
    'UND_ERR_SOCKET',
  ],
])('%s is a reset', async (_, answer, trouble) => {
  const exchange = await clientFor(await serveSocket(answer)).send(post, 'a')
  expect(exchange).toMatchObject({ ended: 'reset', trouble })
})

test('a truncated body keeps the received bytes', async () => {
  const url = await serveSocket((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'))
  expect(textOf(await clientFor(url).send(post, 'a'))).toBe('half')
})

test('a body over the limit is cut at the limit', async () => {
  const { url } = await serve((_, response) => response.end('x'.repeat(5000)))
  const exchange = await clientFor(url, { maxResponseBytes: 1000 }).send(post, 'a')
  expect(exchange.ended).toBe('too-large')
  expect(textOf(exchange)).toHaveLength(1000)
})

test('a body of exactly the limit is complete', async () => {
  const { url } = await serve((_, response) => response.end('x'.repeat(1000)))
  expect(await clientFor(url, { maxResponseBytes: 1000 }).send(post, 'a')).toMatchObject({ ended: 'complete' })
})

test('endless headers are too large', async () => {
  const url = await serveSocket((socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}`))
  expect(await clientFor(url).send(post, 'a')).toMatchObject({ ended: 'too-large', response: null })
})

test('an aborted signal cancels the exchange before it starts or while it runs', async () => {
  const abort = new AbortController()
  const { url } = await serve((_, response) => [response.write('half'), abort.abort()])
  const client = clientFor(url)
  expect(await client.send(post, 'a', abort.signal)).toMatchObject({ ended: 'cancelled' })
  expect(await client.send(post, 'b', abort.signal)).toMatchObject({ ended: 'cancelled', response: null })
})

test('a client goes away from a success at the first bytes of its body, and reads a rejection whole', async () => {
  let status = 200
  const { url } = await serve((_, response) => {
    response.writeHead(status, { 'content-type': 'text/plain' }).write('half')
    if (status === 400) response.end(' and half')
  })
  const client = clientFor(url)
  const left = await client.send(post, 'a', undefined, { goesAway: true })
  expect({ ended: left.ended, text: textOf(left) }).toEqual({ ended: 'cancelled', text: 'half' })
  status = 400
  const rejected = await client.send(post, 'b', undefined, { goesAway: true })
  expect({ ended: rejected.ended, text: textOf(rejected) }).toEqual({ ended: 'complete', text: 'half and half' })
})

const start = 'data: {"type":"message_start"}\n\n'
const stop = 'data: {"type":"message_stop"}\n\n'
const streamEnds = () => ({ firstEvent: 'message_start', lastEvent: 'message_stop' })

test('a stream left open after its last event is complete', async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(start)
    response.write(stop)
  })
  const exchange = await clientFor(url, { streamEnds, graceMs: 1 }).send(post, 'a')
  expect(exchange).toMatchObject({ ended: 'complete', trouble: connectionLeftOpen })
  expect(textOf(exchange)).toBe(start + stop)
})

test('a stream that begins again and again is read until its first event has come a few times', async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(start.repeat(9))
  })
  expect(await clientFor(url, { streamEnds }).send(post, 'a')).toMatchObject({ ended: 'too-large' })
})

test('a stream with a repeated first event is read to its end', async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(start + start + stop)
  })
  const exchange = await clientFor(url, { streamEnds, graceMs: 1 }).send(post, 'a')
  expect(exchange).toMatchObject({ ended: 'complete' })
  expect(textOf(exchange)).toBe(start + start + stop)
})

/** Encodes a text so far that its end is readable, and leaves the rest open. */
async function leftOpen(text: string, coders: readonly Coder[]): Promise<Uint8Array> {
  let bytes: Uint8Array = Buffer.from(text)
  for (const create of coders) {
    const coder = create()
    coder.write(bytes)
    await new Promise<void>((resolve) => coder.flush(resolve))
    bytes = coder.read() as Uint8Array
  }
  return bytes
}

type Coder = () => ReturnType<typeof createGzip | typeof createBrotliCompress>

test.each<[string, readonly Coder[]]>([
  ['gzip', [createGzip]],
  ['X-GZip', [createGzip]],
  ['deflate', [createDeflate]],
  ['deflate', [createDeflateRaw]],
  ['br', [createBrotliCompress]],
  ['gzip, br', [createGzip, createBrotliCompress]],
])('so is one that is encoded with %s, and each of its events can be read', async (coding, coders) => {
  const body = await leftOpen(start + stop, coders)
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': coding })
    response.write(body.subarray(0, 1))
    response.write(body.subarray(1))
  })
  const exchange = await clientFor(url, { streamEnds, graceMs: 1 }).send(post, 'a')
  expect(exchange).toMatchObject({ ended: 'complete', trouble: connectionLeftOpen })
  const { complete, bytes, stream } = readBody(exchange, 'stream')
  expect({ complete, text: Buffer.from(bytes).toString() }).toEqual({ complete: true, text: start + stop })
  expect(stream).toMatchObject({ unterminated: false, events: [{ index: 0 }, { index: 1 }] })
})

test.each([
  ['more bytes than are read', 'x'.repeat(1e6 + 1), 'too-large'],
  ['too many events', 'data:1\n\n'.repeat(mostEvents + 1), 'too-large'],
  ['no last event', start, 'timeout'],
])('an encoded stream that is left open with %s is not complete', async (_, text, ended) => {
  const body = await leftOpen(text, [createGzip])
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }).write(body)
  })
  const timeoutMs = ended === 'timeout' ? 200 : 20_000
  const exchange = await clientFor(url, { timeoutMs, streamEnds, graceMs: 1 }).send(post, 'a')
  expect(exchange.ended).toBe(ended)
})

test.each([
  ['that is damaged', 'gzip'],
  ['in an unknown encoding', 'x-own'],
  ['in too many encodings', 'gzip, gzip, gzip, gzip'],
])('the end of a stream %s is that of its connection', async (_, coding) => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': coding }).write(start)
    setTimeout(() => response.end(stop), 20)
  })
  const exchange = await clientFor(url, { streamEnds, graceMs: 1 }).send(post, 'a')
  expect([exchange.ended, exchange.trouble, textOf(exchange)]).toEqual(['complete', undefined, start + stop])
})

test('a stream closed after its last event has no trouble', async () => {
  const { url } = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(start + stop),
  )
  const exchange = await clientFor(url, { streamEnds }).send(post, 'a')
  expect(exchange).toMatchObject({ ended: 'complete' })
  expect(exchange).not.toHaveProperty('trouble')
})

test('a stream without its last event times out', async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(start)
  })
  const exchange = await clientFor(url, { timeoutMs: 200, streamEnds, graceMs: 1 }).send(post, 'a')
  expect(exchange.ended).toBe('timeout')
})

test('a stream with too many events is too large', async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data:1\n\n'.repeat(mostEvents + 1))
  })
  const exchange = await clientFor(url, { streamEnds }).send(post, 'a')
  expect(exchange.ended).toBe('too-large')
})

test('a redirect of a GET to the same origin is followed with the key and recorded', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/there') response.end(request.headers.authorization)
    else response.writeHead(307, { location: '/there' }).end('moved')
  })
  const exchange = await clientFor(url).send(get, 'a')
  expect(textOf(exchange)).toBe('Bearer secret-key')
  expect(exchange.redirects).toEqual([{ status: 307, location: '/there' }])
})

test('a redirect to another origin is not followed', async () => {
  let visits = 0
  const stranger = await serve((_, response) => {
    visits += 1
    response.end()
  })
  const { url } = await serve((_, response) => response.writeHead(302, { location: `${stranger.url}/there` }).end())
  const exchange = await clientFor(url).send(get, 'a')
  expect(exchange.response!.status).toBe(302)
  expect(visits).toBe(0)
})

test('a redirect of a POST is not followed', async () => {
  const { url } = await serve((_, response) => response.writeHead(307, { location: '/there' }).end())
  expect((await clientFor(url).send(post, 'a')).response!.status).toBe(307)
})

test('a redirect loop ends after five redirects', async () => {
  const { url } = await serve((request, response) => response.writeHead(301, { location: request.url! }).end())
  const exchange = await clientFor(url).send(get, 'a')
  expect(exchange.response!.status).toBe(301)
  expect(exchange.redirects).toHaveLength(5)
})

test('a redirect to an invalid URL is not followed', async () => {
  const { url } = await serve((_, response) => response.writeHead(301, { location: 'http://[' }).end())
  expect((await clientFor(url).send(get, 'a')).response!.status).toBe(301)
})

test.each([
  '@elsewhere.example/',
  '.elsewhere.example/',
  ':1@elsewhere.example/',
  'http://elsewhere.example/',
  '',
])('a request to %j, which names no path, is not sent', async (path) => {
  await expect(clientFor('http://127.0.0.1:9').send({ ...get, path }, 'case-1')).rejects.toThrow('is not a path below')
})

test('a path that leaves the path of the base URL is not sent', async () => {
  const client = clientFor('http://127.0.0.1:9/base')
  await expect(client.send({ ...get, path: '/%252e%252e/admin' }, 'case-1')).rejects.toThrow('is not a path below')
})
