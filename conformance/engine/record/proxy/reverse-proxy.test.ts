import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { withoutHopByHop } from '../../../core/server/forward.ts'
import { type Passed, type ReverseProxy, type ReverseProxyOptions, startReverseProxy } from './reverse-proxy.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function listening(handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Watched {
  readonly proxy: ReverseProxy
  readonly next: () => Promise<Passed>
}

async function watched(target: string, options: Partial<ReverseProxyOptions> = {}): Promise<Watched> {
  const waiting: ((passed: Passed) => void)[] = []
  const come: Passed[] = []
  const proxy = await startReverseProxy({
    targetOf: () => target,
    onPassed: (passed) => {
      const taker = waiting.shift()
      if (taker === undefined) come.push(passed)
      else taker(passed)
    },
    ...options,
  })
  closing.push(proxy.close)
  const next = (): Promise<Passed> => {
    const first = come.shift()
    return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first)
  }
  return { proxy, next }
}

async function whole(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

interface Got {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: Buffer
  readonly trailers: NodeJS.Dict<string>
}

function sent(url: string, init: { method?: string; headers?: string[]; body?: Buffer } = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = [], body } = init
    const host = headers.includes('host') ? [] : ['host', 'localhost']
    const outgoing = request(url, { method, headers: [...host, ...headers] as never, agent: false }, (incoming) => {
      const got = (received: Buffer): void =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.rawHeaders,
          body: received,
          trailers: incoming.trailers,
        })
      whole(incoming).then(got, reject)
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

const bytesOf = (passed: Passed): Buffer => Buffer.concat((passed.response?.chunks ?? []).map(({ bytes }) => bytes))

test('any bytes pass unchanged in both directions and are copied', async () => {
  const target = await listening(async (incoming, outgoing) => {
    const body = await whole(incoming)
    outgoing.writeHead(201, ['x-echo', 'one', 'X-Echo', 'two', 'content-length', String(body.length)])
    outgoing.end(body)
  })
  const { proxy, next } = await watched(`${target}/base/`)
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
      const body = Buffer.from(bytes)
      const got = await sent(`${proxy.url}/v1/x?y=%20`, {
        method: 'POST',
        headers: ['host', 'a.localhost', 'content-length', String(body.length), 'x-api-key', 'k'],
        body,
      })
      const passed = await next()
      expect([got.status, got.body.equals(body)]).toEqual([201, true])
      expect(got.headers.join('|')).toContain('x-echo|one|X-Echo|two')
      expect([passed.path, passed.ended, passed.response?.status]).toEqual(['/v1/x?y=%20', 'complete', 201])
      expect([Buffer.from(passed.requestBody).equals(body), bytesOf(passed).equals(body)]).toEqual([true, true])
      expect(passed.requestHeaders).toContainEqual(['x-api-key', 'k'])
      expect(passed.isRequestWhole).toBe(true)
    }),
    { numRuns: 20 },
  )
})

test('the target receives the path below its base URL and its own host', async () => {
  const target = await listening((incoming, outgoing) => {
    outgoing.end(JSON.stringify([incoming.url, incoming.headers.host, incoming.headers['x-hop']]))
  })
  const { proxy } = await watched(`${target}/base`)
  const { body } = await sent(`${proxy.url}/v1/models`, {
    headers: ['host', 'elsewhere.localhost', 'connection', 'x-hop', 'x-hop', '1'],
  })
  expect(JSON.parse(String(body))).toEqual(['/base/v1/models', new URL(target).host, null])
})

test.each([
  ['unchanged', false, [], [null, null, null]],
  ['unchanged if the client sends them', false, ['x-forwarded-for', '10.0.0.7'], ['10.0.0.7', null, null]],
  ['with the client address', true, [], ['127.0.0.1', 'http', 'a.localhost']],
  [
    'with the client address appended to existing ones',
    true,
    ['X-Forwarded-For', '10.0.0.7', 'x-forwarded-for', '10.0.0.8', 'x-forwarded-proto', 'https'],
    ['10.0.0.7, 10.0.0.8, 127.0.0.1', 'https', 'a.localhost'],
  ],
])('X-Forwarded-* headers pass %s', async (_, isForwarded, headers, expected) => {
  const target = await listening((incoming, outgoing) => {
    const seen = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].map(
      (name) => incoming.headers[name] ?? null,
    )
    outgoing.end(JSON.stringify(seen))
  })
  const { proxy } = await watched(target, { isForwarded })
  const { body } = await sent(`${proxy.url}/v1/models`, { headers: ['host', 'a.localhost', ...headers] })
  expect(JSON.parse(String(body))).toEqual(expected)
})

test('events reach the client one by one, without waiting for the next', async () => {
  let release: () => void = () => {}
  const target = await listening((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write('data: 1\n\n')
    release = () => outgoing.end('data: 2\n\n')
  })
  const { proxy, next } = await watched(target)
  const seen = await new Promise<string[]>((resolve) => {
    const parts: string[] = []
    request(proxy.url, (incoming) => {
      incoming.on('data', (bytes: Buffer) => {
        parts.push(String(bytes))
        if (parts.length === 1) release()
      })
      incoming.on('end', () => resolve(parts))
    }).end()
  })
  expect(seen).toEqual(['data: 1\n\n', 'data: 2\n\n'])
  expect((await next()).response?.chunks.map(({ bytes }) => String(Buffer.from(bytes)))).toEqual(seen)
})

test('trailers pass', async () => {
  const target = await listening((_, outgoing) => {
    outgoing.writeHead(200, { trailer: 'x-sum' })
    outgoing.write('a')
    outgoing.addTrailers({ 'x-sum': '97' })
    outgoing.end()
  })
  const { proxy } = await watched(target)
  expect((await sent(proxy.url)).trailers).toEqual({ 'x-sum': '97' })
})

test('a transfer coding of the response other than chunked is a 502, and nothing of it passes', async () => {
  const reply = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n2\r\nhi\r\n0\r\n\r\n'
  const target = createSocketServer((socket) => void socket.once('data', () => socket.end(reply)))
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const { proxy } = await watched(`http://127.0.0.1:${(target.address() as AddressInfo).port}`)
  const { status, body } = await sent(proxy.url)
  target.close()
  expect([status, String(body)]).toEqual([502, expect.stringContaining('transfer coding of the response')])
})

test('a client that expects 100 Continue gets it, and its body passes', async () => {
  const target = await listening(async (incoming, outgoing) => {
    outgoing.end(await whole(incoming))
  })
  const { proxy } = await watched(target)
  const body = await new Promise<string>((resolve) => {
    const outgoing = request(proxy.url, { method: 'POST', headers: { expect: '100-continue', 'content-length': 2 } })
    outgoing.once('continue', () => outgoing.end('hi'))
    outgoing.once('response', async (incoming) => resolve(String(await whole(incoming))))
  })
  expect(body).toBe('hi')
})

test('a client that disconnects ends the target request, and the exchange is cancelled', async () => {
  let gone: () => void = () => {}
  const isGone = new Promise<void>((resolve) => {
    gone = resolve
  })
  const target = await listening((_, outgoing) => {
    outgoing.once('close', gone)
    outgoing.writeHead(200)
    outgoing.write('begun')
  })
  const { proxy, next } = await watched(target)
  const outgoing = request(proxy.url)
  outgoing.on('error', () => {})
  outgoing.on('response', (incoming) => {
    incoming.on('error', () => {})
    incoming.once('data', () => outgoing.destroy())
  })
  outgoing.end()
  await isGone
  expect((await next()).ended).toBe('cancelled')
  expect(proxy.underWay()).toBe(0)
})

test('a target that breaks off also breaks off for the client, after the partial body', async () => {
  const target = await listening((_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': 10 })
    outgoing.write('half', () => outgoing.destroy())
  })
  const { proxy, next } = await watched(target)
  await expect(sent(proxy.url)).rejects.toThrow()
  const passed = await next()
  expect([passed.ended, String(bytesOf(passed))]).toEqual(['reset', 'half'])
})

test('an unreachable target gives status 502 and an exchange without a response', async () => {
  const closed = createSocketServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const { proxy, next } = await watched(`http://127.0.0.1:${port}`)
  const { status, body } = await sent(proxy.url)
  expect([status, String(body)]).toEqual([502, expect.stringContaining('ECONNREFUSED')])
  expect(await next()).toMatchObject({ response: null, ended: 'reset', trouble: 'ECONNREFUSED' })
})

test('a body over the size limit passes in full and is counted', async () => {
  const target = await listening((_, outgoing) => outgoing.end(Buffer.alloc(300_000, 1)))
  let tooLarge = 0
  const { proxy } = await watched(target, {
    maxBodyBytes: 100_000,
    onTooLarge: () => {
      tooLarge += 1
    },
  })
  expect((await sent(proxy.url)).body.length).toBe(300_000)
  expect((await sent(proxy.url)).body.length).toBe(300_000)
  expect(tooLarge).toBe(2)
})

test('an unwanted request passes without being copied', async () => {
  const target = await listening((_, outgoing) => outgoing.end('ok'))
  const { proxy, next } = await watched(target, { isWanted: (_method, path) => path === '/wanted' })
  await sent(`${proxy.url}/other`)
  expect(String((await sent(`${proxy.url}/wanted`)).body)).toBe('ok')
  expect((await next()).path).toBe('/wanted')
})

test('invalid HTTP ends only its own connection', async () => {
  const target = await listening((_, outgoing) => outgoing.end('ok'))
  const { proxy } = await watched(target)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
    socket.once('close', () => resolve())
    socket.resume()
  })
  expect(String((await sent(proxy.url)).body)).toBe('ok')
})

test('hop-by-hop headers and those named by Connection are removed', () => {
  const flat = ['Connection', 'keep-alive, X-Own', 'X-Own', '1', 'TE', 'trailers', 'Accept', '*/*', 'accept', 'a/b']
  expect(withoutHopByHop(flat)).toEqual(['Accept', '*/*', 'accept', 'a/b'])
  expect(withoutHopByHop(flat, ['accept'])).toEqual([])
})

test('an early response reaches the client before its request body is complete', async () => {
  const target = await listening((_, outgoing) => {
    outgoing.writeHead(413).end('too much')
  })
  const { proxy, next } = await watched(target)
  const got = await new Promise<string>((resolve, reject) => {
    const outgoing = request(proxy.url, { method: 'POST', headers: { 'content-length': 50_000_000 } }, (incoming) => {
      whole(incoming).then((body) => resolve(`${incoming.statusCode} ${body}`), reject)
    })
    outgoing.on('error', () => {})
    outgoing.write(Buffer.alloc(200_000))
  })
  expect(got).toBe('413 too much')
  expect(await next()).toMatchObject({ ended: 'complete', response: { status: 413 }, isRequestWhole: false })
})

test('a request without a body is whole', async () => {
  const target = await listening((_, outgoing) => outgoing.end('ok'))
  const { proxy, next } = await watched(target)
  await sent(proxy.url)
  expect((await next()).isRequestWhole).toBe(true)
})

test('a client that disconnects within its body cancels the exchange', async () => {
  let leave: () => void = () => {}
  const target = await listening((incoming) => incoming.once('data', () => leave()))
  const { proxy, next } = await watched(target)
  const outgoing = request(proxy.url, { method: 'POST', headers: { 'content-length': 10 } })
  leave = () => outgoing.destroy()
  outgoing.on('error', () => {})
  outgoing.write('half')
  expect(await next()).toMatchObject({ ended: 'cancelled', response: null })
})

test('the reason phrase passes, and open requests may finish before the proxy closes', async () => {
  let release: () => void = () => {}
  const target = await listening((_, outgoing) => {
    outgoing.writeHead(200, 'Fine')
    outgoing.write('a')
    release = () => outgoing.end('b')
  })
  const { proxy } = await watched(target)
  const got = await new Promise<string>((resolve) => {
    request(proxy.url, (incoming) => {
      whole(incoming).then((body) => resolve(`${incoming.statusMessage} ${body}`))
      incoming.once('data', () => {
        void proxy.close(5_000)
        release()
      })
    }).end()
  })
  expect(got).toBe('Fine ab')
  await expect(sent(proxy.url)).rejects.toThrow('ECONNREFUSED')
})

test.each([
  ['a reason in Latin-1', 'HTTP/1.1 404 Non trouv\xe9\r\nContent-Length: 2\r\n\r\nhi', 404],
  ['a control character in a header', 'HTTP/1.1 200 OK\r\nX-A: a\x01b\r\nContent-Length: 2\r\n\r\nhi', undefined],
  ['a name that is no token', 'HTTP/1.1 200 OK\r\nX A: 1\r\nContent-Length: 2\r\n\r\nhi', undefined],
  ['a status that Node does not write', 'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\nhi', undefined],
  ['a status of four digits', 'HTTP/1.1 2000 Odd\r\nContent-Length: 2\r\n\r\nhi', undefined],
])('a reply with %s ends its own exchange at most', async (_, bytes, status) => {
  const target = createSocketServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => socket.write(bytes, 'latin1'))
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  closing.push(() => target.close())
  const { proxy } = await watched(`http://127.0.0.1:${(target.address() as AddressInfo).port}`)
  for (const _attempt of [1, 2]) {
    const reply = await sent(`${proxy.url}/v1/models`)
    if (status === undefined) expect([200, 502]).toContain(reply.status)
    else expect([reply.status, String(reply.body)]).toEqual([status, 'hi'])
  }
})

test('headers of a response keep bytes beyond ASCII', async () => {
  const gateway = createSocketServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.end(Buffer.from('HTTP/1.1 200 OK\r\nX-Name: caf\xe9\r\nContent-Length: 2\r\n\r\nok', 'latin1')),
    )
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  closing.push(() => gateway.close())
  const { proxy } = await watched(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`)
  const { headers } = await sent(proxy.url)
  expect(headers[headers.indexOf('X-Name') + 1]).toBe('caf\xe9')
})
