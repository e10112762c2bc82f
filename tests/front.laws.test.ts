import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundedBody } from '../conformance/core/server/body.ts'
import { openFront } from '../conformance/core/server/front.ts'
import { startReverseProxy } from '../conformance/engine/record/proxy/reverse-proxy.ts'
import { faultLines } from '../conformance/product/cli/serve/listening.ts'
import { startAdmin } from '../conformance/product/proxy/admin.ts'
import { openPage } from '../conformance/product/watch/page-server.ts'
import { markWords } from '../conformance/specification/behind/marks.ts'
import { startReferenceServer } from '../reference-server/index.ts'
import { startUpstreamServer } from '../reference-server/upstream/serve.ts'

/** Everything that reached a host that no user named. */
const strayed: string[] = []
const elsewhere = createServer((request, response) => {
  strayed.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
  response.end('from elsewhere')
})

interface Running {
  readonly url: string
  /** A path that the server answers with a success. */
  readonly path: string
  readonly headers: string
  close(): unknown
}

const state = { phase: 'waiting', rows: [], checks: [] } as never
const live = { state: () => state, report: () => undefined, subscribe: () => () => {} } as never
const counts = {
  replies: {},
  underWay: 0,
  judged: 0,
  inPart: 0,
  cancelled: 0,
  forgotten: 0,
  unknown: 0,
  leftOut: 0,
  behind: 0,
  tooLarge: 0,
  notJudgeable: 0,
  failed: 0,
}
const upstreamKey = 'upstream-secret'
const starts: Readonly<Record<string, () => Promise<Running>>> = {
  serve: async () => {
    const server = await startReferenceServer()
    return { ...server, path: '/api/usage/token', headers: 'Authorization: Bearer test-key\r\n' }
  },
  proxy: async () => {
    const target = createServer((_, response) => response.end('target'))
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    const { port } = target.address() as AddressInfo
    const proxy = await startReverseProxy({ targetOf: () => `http://127.0.0.1:${port}/base`, onPassed: () => {} })
    const close = async () => {
      await proxy.close()
      target.close().closeAllConnections()
    }
    return { url: proxy.url, path: '/v1/models', headers: '', close }
  },
  admin: async () => {
    const options = { port: 0, host: '127.0.0.1' }
    const admin = await startAdmin(
      { counts: () => counts as never, violations: () => [], hasStopped: () => false },
      options,
    )
    return { ...admin, path: '/healthz', headers: '' }
  },
  upstream: async () => {
    const server = await startUpstreamServer({
      port: 0,
      host: '127.0.0.1',
      key: upstreamKey,
      clientKeys: [],
      words: markWords,
      onArrival: () => {},
      onReceived: () => {},
    })
    return {
      url: server.url,
      path: '/api/usage/token',
      headers: `Authorization: Bearer ${upstreamKey}\r\n`,
      close: server.close,
    }
  },
  watch: async () => {
    const page = await openPage({ live, target: 'http://127.0.0.1:1', port: 0 })
    const { origin, pathname } = new URL(page.url)
    return { url: origin, path: `${pathname}report`, headers: '', close: page.close }
  },
}
const servers = new Map<string, Running>()

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  for (const [name, start] of Object.entries(starts)) servers.set(name, await start())
})
afterAll(async () => {
  for (const { close } of servers.values()) await close()
  elsewhere.close().closeAllConnections()
})

/** Writes bytes on a connection of their own and resolves to the first bytes of the reply, or an empty text at its end. */
function spoken(url: string, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes as string, 'latin1'))
    socket.once('data', (data) => {
      resolve(String(data))
      socket.destroy()
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve(''))
  })
}

const evil = () => `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
const get = (target: string, host = '127.0.0.1', rest = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${rest}\r\n`
const post = (target: string, body: string | Buffer, headers = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n${headers}\r\n`,
      'latin1',
    ),
    Buffer.from(body as string),
  ])

/** Odd requests, and the classes of status that answer them; `undefined` allows any. */
const odd: readonly (readonly [name: string, bytes: () => string | Buffer, status?: RegExp])[] = [
  ['two slashes', () => get('//'), /400/],
  ['two slashes and a host', () => get(`//${evil()}/steal`), /400/],
  ['three slashes', () => get(`///${evil()}/steal`), /400/],
  ['an absolute URL', () => get(`http://${evil()}/steal`), /400/],
  ['an absolute URL with a login', () => get(`http://user:word@${evil()}/steal`), /400/],
  ['an absolute URL in https', () => get(`https://${evil()}/steal`), /400/],
  ['another scheme', () => get('file:///etc/passwd'), /400/],
  ['a tunnel', () => `CONNECT ${evil()} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, /400/],
  ['an asterisk', () => 'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', /400/],
  ['an asterisk and a path', () => get('*/../report'), /400/],
  ['a relative path', () => get('report'), /400/],
  ['a query alone', () => get('?key=a'), /400/],
  ['an at sign', () => get(`@${evil()}/`), /400/],
  ['a colon', () => get(`:80@${evil()}/`), /400/],
  ['backslashes', () => get(`/\\${evil()}/steal`)],
  ['a backslash first', () => get(`\\\\${evil()}/steal`), /400/],
  ['an encoded host', () => get(`/%2f%2f${evil()}/steal`)],
  ['a host in the path', () => get(`/http://${evil()}/steal`)],
  ['parents', () => get('/../../etc/passwd')],
  ['encoded parents', () => get('/%2e%2e/%2e%2e/etc/passwd')],
  ['parents encoded twice', () => get('/%252e%252e/%252e%252e/etc/passwd')],
  ['a broken escape', () => get('/v1beta/models/%zz:generateContent')],
  ['a NUL in the path', () => get('/a%00b')],
  ['a fragment', () => get('/a#b'), /400/],
  ['Latin-1 in the path', () => get('/\xe9')],
  ['a long path', () => get(`/${'a'.repeat(60_000)}`)],
  ['a path beyond the limit', () => get(`/${'a'.repeat(90_000)}`), /431/],
  ['the name of another site', () => get('/', 'evil.example'), /421/],
  ['another name of this machine', () => get('/', 'my-machine'), /421/],
  ['a name that begins like a loopback name', () => get('/', 'localhost.evil.example'), /421/],
  ['a name that ends like a loopback address', () => get('/', 'evil127.0.0.1'), /421/],
  ['an address that is not loopback', () => get('/', '128.0.0.1'), /421/],
  ['a name that begins like a loopback address', () => get('/', '127.0.0.1.evil.example'), /421/],
  ['two hosts', () => get('/', '127.0.0.1', 'Host: evil.example\r\n'), /400/],
  ['no host', () => 'GET / HTTP/1.1\r\n\r\n', /400/],
  ['no host in HTTP/1.0', () => 'GET / HTTP/1.0\r\n\r\n'],
  ['an empty host', () => get('/', ''), /421/],
  ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /400|505/],
  ['HTTP/0.9', () => 'GET /\r\n\r\n', /400|505/],
  ['no HTTP', () => 'EHLO mail\r\n\r\n', /400/],
  ['an upgrade', () => get('/', '127.0.0.1', 'Connection: Upgrade\r\nUpgrade: websocket\r\n')],
  ['an unknown expectation', () => get('/', '127.0.0.1', 'Expect: nothing\r\n'), /417/],
  ['two lengths', () => get('/', '127.0.0.1', 'Content-Length: 1\r\nContent-Length: 2\r\n'), /400/],
  ['a body that is no JSON', () => post('/v1/messages', '{')],
  ['a body in gzip that is not', () => post('/v1/messages', 'not gzip', 'Content-Encoding: gzip\r\n')],
  ['a bomb without a key', () => post('/v1/messages', gzipSync(Buffer.alloc(2 ** 22)), 'Content-Encoding: gzip\r\n')],
  ['a model that is no text', () => post('/v1beta/models/%ff%fe:generateContent', '{}')],
]

const table = Object.keys(starts).flatMap((server) =>
  odd.map(([name, bytes, status]) => ({ server, name, bytes, status })),
)

test.each(table)('$server answers $name, goes on, and sends nothing elsewhere', async ({ server, bytes, status }) => {
  const { url, path, headers } = servers.get(server)!
  const head = await spoken(url, bytes())
  expect(head).toMatch(status === undefined ? /^HTTP\/1\.[01] \d/ : new RegExp(`^HTTP/1\\.1 (?:${status.source})`))
  expect(head).not.toContain(upstreamKey)
  expect(await spoken(url, get(path, 'localhost', headers))).toMatch(/^HTTP\/1\.1 200/)
  expect(strayed).toEqual([])
})

test('the upstream forwards nothing but calls of models, images and the usage of a key', async () => {
  const { url, headers } = servers.get('upstream')!
  expect(await spoken(url, get('/v1/models', '127.0.0.1', headers))).toMatch(/^HTTP\/1\.1 404/)
  expect(await spoken(url, get('/v1/models'))).toMatch(/^HTTP\/1\.1 401/)
})

test('the upstream looks at the key before it waits for a body', async () => {
  const { url } = servers.get('upstream')!
  const head = 'POST /v1/messages HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 90000000\r\n\r\n'
  expect(await spoken(url, head)).toMatch(/^HTTP\/1\.1 401/)
})

test.each([
  ['bytes that are not gzip', 'gzip', () => Buffer.from('not gzip'), 400],
  ['more than 96 MB', 'gzip', () => gzipSync(Buffer.alloc(97 * 2 ** 20)), 413],
  ['a coding named like a member of every object', '__proto__', () => Buffer.from('{}'), 400],
])('the upstream rejects %s, and counts no error of its own', async (_, coding, body, status) => {
  const faults: unknown[] = []
  const server = await startUpstreamServer({
    port: 0,
    host: '127.0.0.1',
    key: upstreamKey,
    clientKeys: [],
    words: markWords,
    onArrival: () => {},
    onReceived: () => {},
    onFault: (error) => faults.push(error),
  })
  const headers = `x-api-key: ${upstreamKey}\r\nContent-Type: application/json\r\nContent-Encoding: ${coding}\r\n`
  expect(await spoken(server.url, post('/v1/messages', body(), headers))).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`))
  expect(faults).toEqual([])
  await server.close()
})

test('a server that listens on a loopback address answers to every loopback name', async () => {
  const { url, path, headers } = servers.get('serve')!
  for (const host of ['localhost', 'LOCALHOST:99', 'localhost.', 'api.localhost', '127.0.0.2:1', '[::1]:80'])
    expect(await spoken(url, get(path, host, headers))).toMatch(/^HTTP\/1\.1 200/)
})

test('a server that listens on another address answers to any name', async () => {
  const server = await startReferenceServer({ host: '0.0.0.0' })
  const reply = await spoken(server.url, get('/api/usage/token', 'gateway.example', servers.get('serve')!.headers))
  await server.close()
  expect(reply).toMatch(/^HTTP\/1\.1 200/)
})

test('an exception ends its own exchange with 500, is reported, and quotes nothing', async () => {
  const err: string[] = []
  const onFault = faultLines({ stderr: { write: (text: string) => err.push(text) } as never })
  const throwing = {
    id: 'throwing',
    breaks: [],
    alter: () => {
      throw new TypeError('a secret')
    },
  }
  const server = await startReferenceServer({ faults: [throwing as never], onFault })
  const ask = get('/api/usage/token', 'localhost', servers.get('serve')!.headers)
  for (const _attempt of [1, 2]) {
    const reply = await spoken(server.url, ask)
    expect(reply).toMatch(/^HTTP\/1\.1 500/)
    expect(reply).not.toContain('a secret')
  }
  await server.close()
  expect(err).toEqual([
    'mgi: an error of the suite (TypeError) ended a request with status 500; 1 request so far\n',
    'mgi: an error of the suite (TypeError) ended a request with status 500; 2 requests so far\n',
  ])
})

test('a body that finds no room is answered with 503, and one that breaks off is no error of the suite', async () => {
  const faults: unknown[] = []
  const budget = { most: 10, held: 0 }
  const front = await openFront({
    name: 'a server',
    port: 0,
    host: '127.0.0.1',
    onFault: (error: unknown) => faults.push(error),
    answer: async (request, response) => {
      await boundedBody(request, response, { most: 100, budget })
      response.end()
    },
  })
  expect(await spoken(front.url, post('/', 'too many bytes'))).toMatch(/^HTTP\/1\.1 503/)
  expect(await spoken(front.url, post('/', 'few bytes'))).toMatch(/^HTTP\/1\.1 200/)
  const broken = connect(front.port, '127.0.0.1', () =>
    broken.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nfew'),
  )
  broken.on('error', () => {})
  await expect.poll(() => budget.held).toBe(3)
  broken.destroy()
  await expect.poll(front.underWay).toBe(0)
  expect([faults, budget.held]).toEqual([[], 0])
  await front.close()
})
