import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPath, leavesBase } from '../../../core/server/front.ts'
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts'

/** The requests as the target read them, one per line. */
const understood: string[] = []
let proxy: ReverseProxy
const target = createServer((incoming, outgoing) => {
  let body = ''
  incoming.on('data', (bytes: Buffer) => {
    body += String(bytes)
  })
  incoming.on('end', () => {
    understood.push(`${incoming.method} ${incoming.url} ${incoming.headers.host?.split(':')[0]} ${body}`)
    outgoing.end('ok')
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const { port } = target.address() as AddressInfo
  proxy = await startReverseProxy({ targetOf: () => `http://127.0.0.1:${port}`, onPassed: () => {} })
})
afterAll(async () => {
  await proxy.close()
  target.close().closeAllConnections()
})
beforeEach(() => void understood.splice(0))

/** Writes these bytes on one connection and resolves to everything that comes back until it ends. */
function spoken(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1', () => socket.write(bytes, 'latin1'))
    const silence = setTimeout(() => socket.destroy(), 20_000)
    socket.on('data', (data) => {
      heard += String(data)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(silence)
      resolve(heard)
    })
  })
}

const hidden = 'GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n'
const ambiguous: Readonly<Record<string, string>> = {
  'CL.TE': `POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${5 + hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'TE.CL': `POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  'two different lengths': `POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'two equal lengths': 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi',
  'a list of lengths': 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2, 2\r\n\r\nhi',
  'a length with a sign': 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: +2\r\n\r\nhi',
  'a hexadecimal length': 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0x2\r\n\r\nhi',
  'a transfer coding that is not chunked': `POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n${hidden}`,
  'chunked that is not the last coding': `POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
  'a space before the colon': `POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'a tab in the name': `POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'a bare LF in a header': `GET /a HTTP/1.1\r\nHost: localhost\r\nX: 1\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'a bare CR in a header': `GET /a HTTP/1.1\r\nHost: localhost\r\nX: 1\rTransfer-Encoding: chunked\r\n\r\n`,
  'a NUL in a header': 'GET /a HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n',
  'a bare LF after a chunk size': `POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\nhi\r\n0\r\n\r\n`,
  'a chunk longer than its size': `POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhix\r\n0\r\n\r\n`,
  'a chunk size with a sign': `POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n-2\r\nhi\r\n0\r\n\r\n`,
  'another protocol version': `GET /a HTTP/1.1.1\r\nHost: localhost\r\n\r\n`,
  'HTTP/0.9': 'GET /a\r\n\r\n',
  'an asterisk target': 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'a CONNECT request': 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n',
}

test.each(Object.entries(ambiguous))('%s does not pass', async (_, bytes) => {
  const heard = await spoken(bytes)
  expect(understood.filter((line) => line.includes('hidden'))).toEqual([])
  expect(understood.filter((line) => !/^POST \/a 127.0.0.1 $/.test(line))).toEqual([])
  expect(heard).not.toMatch(/^HTTP\/1.1 200/)
})

test('a folded header reaches the target as one line or not at all', async () => {
  await spoken(
    `POST /a HTTP/1.1\r\nHost: localhost\r\nX: 1\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\nhi`,
  )
  expect(understood.filter((line) => line !== 'POST /a 127.0.0.1 hi')).toEqual([])
})

test('two requests on one connection stay separate', async () => {
  const one = 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi'
  const two =
    'POST /b HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\nho\r\n0\r\n\r\n'
  await spoken(one + two)
  expect(understood).toEqual(['POST /a 127.0.0.1 hi', 'POST /b 127.0.0.1 ho'])
})

test('an absolute URL in the request line does not pass', async () => {
  const heard = await spoken('GET http://elsewhere.example/a?b HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(heard).toMatch(/^HTTP\/1.1 400/)
  expect(understood).toEqual([])
})

test('headers that are too long get status 431', async () => {
  const heard = await spoken(`GET /a HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`)
  expect(heard).toMatch(/^HTTP\/1.1 431/)
  expect(understood).toEqual([])
})

test('paths outside the base path and invalid paths are recognised', () => {
  expect(leavesBase('/v1/a?b=../c', '/base')).toBe(false)
  for (const path of [
    '/../a',
    '/a/..',
    '/%2e%2E/a',
    '/a/..%2fb',
    '/..\\a',
    '/a/..;x/b',
    '/%252e%25252e/a',
    '/..%253bx',
  ])
    expect([path, leavesBase(path, '/base'), leavesBase(path, '')]).toEqual([path, true, false])
  for (const path of ['*', 'h:443', '', '/h/a b', '/a#b', 'ftp://h/a', 'http://h', 'http://h/a', '//h/a', '//'])
    expect([path, isPath(path)]).toEqual([path, false])
  for (const path of ['/', '/a//b', '/a?b=//c', '/\u00e9']) expect([path, isPath(path)]).toEqual([path, true])
})

const head = 'POST /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
test.each([
  [501, 'a transfer coding', `${head}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`],
  [
    501,
    'declared trailers',
    `${head}Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\nhi\r\n0\r\nX-Sum: 1\r\n\r\n`,
  ],
  [501, 'trailers that are not declared', `${head}Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-Sum: 1\r\n\r\n`],
  [417, 'another expectation', `${head}Expect: a-miracle\r\nContent-Length: 2\r\n\r\nhi`],
  [400, 'two hosts', `${head}Host: localhost\r\nContent-Length: 2\r\n\r\nhi`],
])('is refused with %i, because it cannot pass as it came: %s', async (status, _, bytes) => {
  expect((await spoken(bytes)).split('\r\n')[0]).toContain(` ${status} `)
  expect(understood).toEqual([])
})

test('a request of HTTP/1.0 passes, and its response has no chunks', async () => {
  const heard = await spoken('POST /a HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi')
  expect(heard).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*\r\n\r\nok$/)
  expect(understood).toEqual(['POST /a 127.0.0.1 hi'])
})
