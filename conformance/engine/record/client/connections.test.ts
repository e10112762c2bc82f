import { readFileSync } from 'node:fs'
import {
  createServer as createHttpServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { serve, untilTestEnds, urlOfNobody } from '../../../../tests/serve.ts'
import { listening } from '../../../../tests/servers.ts'
import type { Exchange, RecordedRequest } from '../../../core/model/exchange.ts'
import { type ClientOptions, createClient } from './client.ts'

const pem = (name: string) => readFileSync(new URL(`../../../../tests/certificates/${name}`, import.meta.url), 'utf8')
const ca = pem('authority.pem')
const key = 'a-secret-key-of-mine'

const says: RequestListener = (request, response) => response.end(`${request.url} ${request.headers.authorization}`)

async function secureServer(options: object = {}, host?: string): Promise<string> {
  const server = createHttpsServer({ key: pem('server.key'), cert: pem('server.pem'), ...options }, says)
  return (await untilTestEnds(listening(server, host))).url
}

const get: RecordedRequest = {
  method: 'GET',
  path: '/api/usage/token',
  headers: [
    ['authorization', 'Bearer «key:valid»'],
    ['provider-beta', 'a'],
    ['provider-beta', 'b'],
  ],
  body: new Uint8Array(),
}

async function asked(baseUrl: string, options: Partial<ClientOptions> = {}): Promise<Exchange> {
  const client = createClient({ baseUrl, names: { key }, timeoutMs: 20_000, maxResponseBytes: 1e6, ...options })
  try {
    return await client.send(get, 'a')
  } finally {
    await client.close()
  }
}

function textOf({ response }: Exchange): string {
  return Buffer.concat((response?.chunks ?? []).map(({ bytes }) => bytes)).toString()
}

const answer = `/api/usage/token Bearer ${key}`

test('a certificate of a custom authority is accepted if the authority is configured', async () => {
  for (const host of ['127.0.0.1', '::1']) {
    const url = await secureServer({}, host)
    expect(await asked(url)).toMatchObject({ response: null, trouble: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })
    expect(textOf(await asked(url, { tls: { ca } }))).toBe(answer)
  }
})

test('any certificate is accepted if verification is disabled', async () => {
  expect(textOf(await asked(await secureServer(), { tls: { verify: false } }))).toBe(answer)
})

test('a client certificate is sent to a server that requires one', async () => {
  const url = await secureServer({ ca, requestCert: true, rejectUnauthorized: true })
  expect((await asked(url, { tls: { ca } })).response).toBeNull()
  expect(textOf(await asked(url, { tls: { ca, cert: pem('client.pem'), key: pem('client.key') } }))).toBe(answer)
})

/** Starts a proxy that records everything it can read. */
async function proxy(password?: string): Promise<{ readonly url: string; readonly read: string[] }> {
  const read: string[] = []
  const may = ({ headers }: IncomingMessage) =>
    password === undefined || headers['proxy-authorization'] === `Basic ${Buffer.from(password).toString('base64')}`
  const server = createHttpServer((incoming, outgoing) => {
    read.push(`${incoming.method} ${incoming.url} ${incoming.rawHeaders.join(' ')}`)
    if (!may(incoming)) return void outgoing.writeHead(407).end()
    const headers = incoming.headers
    forward(incoming.url!, { headers }, (reply) =>
      reply.pipe(outgoing.writeHead(reply.statusCode!, reply.headers)),
    ).end()
  })
  server.on('connect', (incoming, socket: Socket) => {
    read.push(`${incoming.method} ${incoming.url} ${incoming.rawHeaders.join(' ')}`)
    if (!may(incoming)) return void socket.end('HTTP/1.1 407 No\r\n\r\n')
    const { hostname, port } = new URL(`http://${incoming.url}`)
    const target = connect(Number(port), hostname.replace(/[[\]]/g, ''), () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.on('data', (data) => read.push(data.toString('latin1')))
      target.pipe(socket).pipe(target)
    })
    for (const one of [target, socket])
      one.on('error', () => {}).on('close', () => [target, socket].map((end) => end.destroy()))
  })
  return { url: (await untilTestEnds(listening(server))).url, read }
}

test('an https target is reached through a tunnel that hides the key and request from the proxy', async () => {
  const url = await secureServer()
  const { url: through, read } = await proxy()
  for (const options of [{ proxy: through }, { env: { HTTPS_PROXY: through } }, { env: { https_proxy: through } }])
    expect(textOf(await asked(url, { tls: { ca }, ...options }))).toBe(answer)
  expect(read.filter((text) => text.startsWith('CONNECT'))).toHaveLength(3)
  expect(read.join('')).not.toContain(key)
  expect(read.join('')).not.toContain('/api/usage')
})

test('an http target is requested by absolute URL, with all header lines', async () => {
  const url = `${(await serve(says)).url}/base`
  const { url: through, read } = await proxy()
  expect(textOf(await asked(url, { env: { http_proxy: through } }))).toBe(`/base${answer}`)
  expect(read).toHaveLength(1)
  expect(read[0]).toContain(`GET ${url}/api/usage/token host ${new URL(url).host} `)
  expect(read[0]).toContain('provider-beta a provider-beta b')
})

test('the password in the proxy URL is sent to the proxy', async () => {
  const url = await secureServer()
  const { url: through } = await proxy('user:pass word')
  const known = through.replace('http://', 'http://user:pass%20word@')
  expect(textOf(await asked(url, { tls: { ca }, proxy: known }))).toBe(answer)
  expect(await asked(url, { tls: { ca }, proxy: through })).toMatchObject({
    ended: 'reset',
    trouble: 'PROXY_STATUS_407',
  })
})

test('a literal % in the password of a proxy is sent as it is', async () => {
  const url = await secureServer()
  const { url: through } = await proxy('user:100%sure')
  const known = through.replace('http://', 'http://user:100%sure@')
  expect(textOf(await asked(url, { tls: { ca }, env: { HTTPS_PROXY: known } }))).toBe(answer)
})

test('a proxy that refuses connections is reported as the trouble', async () => {
  const url = await secureServer()
  const gone = await urlOfNobody()
  expect(await asked(url, { tls: { ca }, proxy: gone })).toMatchObject({ trouble: 'PROXY_ECONNREFUSED' })
})

test('requests with the same connection name share a connection with no other requests', async () => {
  const { url } = await serve((request, response) => response.end(String(request.socket.remotePort)))
  const client = createClient({ baseUrl: url, names: { key }, timeoutMs: 20_000, maxResponseBytes: 1e6 })
  const others = Array.from({ length: 5 }, (_, index) => client.send(get, `other-${index}`))
  const ports: string[] = []
  for (const id of ['a', 'b', 'c']) ports.push(textOf(await client.send(get, id, undefined, { connection: 'one' })))
  expect(new Set(ports).size).toBe(1)
  expect((await Promise.all(others)).map(textOf)).not.toContain(ports[0])
  await client.close()
})
