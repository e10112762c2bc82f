import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../../../tests/serve.ts'
import type { RecordedRequest } from '../../../core/model/exchange.ts'
import { createClient } from './client.ts'
import { alsoFetching, fetchRules, type ImageFetching } from './fetch-image.ts'

/** Starts a server that must get no request, and records any that it gets. */
const canary = () => serve((_, response) => response.end('alas'))

function clientFor(baseUrl: string, allowed: readonly string[] = [], fetching: Partial<ImageFetching> = {}) {
  const client = createClient({ baseUrl, names: { key: 'a-secret-key' }, timeoutMs: 5000, maxResponseBytes: 1 << 20 })
  const mayFetch = fetchRules([baseUrl], allowed, (text) => text.replaceAll('a-secret-key', '«key:valid»'))
  const both = alsoFetching(client, { mayFetch, timeoutMs: 5000, ...fetching })
  onTestFinished(() => both.close())
  return both
}

function get(path: string, headers: RecordedRequest['headers'] = []): RecordedRequest {
  return { method: 'GET', path, headers, body: new Uint8Array() }
}

const bodyOf = (chunks: readonly { readonly bytes: Uint8Array }[] = []) =>
  Buffer.concat(chunks.map(({ bytes }) => bytes)).toString()

test('an image on the origin of the target is fetched, regardless of the base path', async () => {
  const { url, asked } = await serve((_, response) => response.end('image'))
  const exchange = await clientFor(`${url}/api`).send(get(`${url}/1.png?sig=a%20b`), 'x/image-1')
  expect(asked.map((request) => request.url)).toEqual(['/1.png?sig=a%20b'])
  expect(exchange).toMatchObject({ id: 'x/image-1', ended: 'complete', response: { status: 200 } })
  expect(bodyOf(exchange.response?.chunks)).toBe('image')
})

test('no credentials are sent when an image is fetched', async () => {
  const { url, asked } = await serve((_, response) => response.end())
  const headers = [['authorization', 'Bearer «key:valid»'] as const, ['x-api-key', '«key:valid»'] as const]
  await clientFor(url).send(get(`${url}/1.png`, headers), 'x')
  expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual(['accept', 'connection', 'host', 'user-agent'])
})

test('a request to the target is still sent with its key', async () => {
  const { url, asked } = await serve((_, response) => response.end())
  await clientFor(url).send(get('/v1/models', [['authorization', 'Bearer «key:valid»']]), 'x')
  expect(asked[0]?.headers.authorization).toBe('Bearer a-secret-key')
})

test('image and target exchanges share the same time origin', async () => {
  const { url } = await serve((_, response) => response.end())
  const epoch = performance.now() - 60_000
  const names = { key: 'a-secret-key' }
  const client = createClient({ baseUrl: url, names, timeoutMs: 5000, maxResponseBytes: 1 << 20, epoch })
  const both = alsoFetching(client, { mayFetch: fetchRules([url], [], String), timeoutMs: 5000, epoch })
  onTestFinished(() => both.close())
  const reply = await both.send(get('/v1/images/generations'), 'x')
  const image = await both.send(get(`${url}/1.png`), 'x/image-1')
  expect(reply.startedAt).toBeGreaterThanOrEqual(60_000)
  expect(image.startedAt).toBeGreaterThanOrEqual(reply.startedAt)
})

test('another origin is only fetched if it is allowed', async () => {
  const { url } = await serve((_, response) => response.end())
  const other = await canary()
  const rejected = await clientFor(url).send(get(`${other.url}/1.png`), 'x')
  expect(rejected).toMatchObject({ response: null, ended: 'cancelled', trouble: 'NOT_ALLOWED' })
  expect(other.asked).toEqual([])
  const allowed = await clientFor(url, [other.url]).send(get(`${other.url}/1.png`), 'x')
  expect(allowed.response?.status).toBe(200)
})

test.each([
  ['a file URL', () => 'file:///etc/passwd'],
  ['a data URL', () => 'data:image/png;base64,iVBORw0KGgo='],
  ['another scheme', () => 'ftp://127.0.0.1/1.png'],
  ['a script', () => 'javascript:alert(1)'],
  ['an internal host of the provider', () => 'http://169.254.169.254/latest/meta-data/'],
  ['another port', (other: string) => `${other}/1.png`],
  ['another name of the same host', (other: string) => other.replace('127.0.0.1', 'localhost')],
  ['a numeric IP address', (other: string) => other.replace('127.0.0.1', '2130706433')],
  ['a URL with user and password', (_: string, own: string) => own.replace('http://', 'http://user:pass@')],
  [
    'the target as a user name',
    (other: string, own: string) => other.replace('//', `//${own.slice(7).replace(':', '%3a')}@`),
  ],
  ['a URL with the key', (_: string, own: string) => `${own}/1.png?key=a-secret-key`],
  ['a URL with the escaped key', (_: string, own: string) => `${own}/1.png?key=%61-secret-key`],
  ['a URL with a key label', (_: string, own: string) => encodeURI(`${own}/1.png?key=«key:valid»`)],
  ['an invalid URL', () => 'http://[half'],
  ['an empty string', () => ''],
])('%s as an image URL is not fetched, directly or after a redirect', async (_, addressOf) => {
  const other = await canary()
  const own = await serve((request, response) => {
    response.writeHead(302, { location: Buffer.from(addressOf(other.url, own.url)).toString('latin1') }).end()
    if (request.url !== '/moved') response.destroy()
  })
  const client = clientFor(own.url)
  const direct = await client.send(get(addressOf(other.url, own.url) || 'about:blank'), 'x')
  expect(direct).toMatchObject({ response: null, ended: 'cancelled' })
  expect(own.asked).toEqual([])
  const moved = await client.send(get(`${own.url}/moved`), 'x')
  expect(own.asked.every(({ url }) => url === '/moved')).toBe(true)
  expect(moved.response?.status).toBe(302)
  expect(other.asked).toEqual([])
})

test('allowed redirects are followed and recorded, up to five', async () => {
  const { url, asked } = await serve((request, response) => {
    if (request.url === '/0') response.writeHead(307, { location: '/1' }).end()
    else if (request.url === '/1') response.end('image')
    else response.writeHead(302, { location: request.url }).end()
  })
  const client = clientFor(url)
  const exchange = await client.send(get(`${url}/0`), 'x')
  expect(exchange.redirects).toEqual([{ status: 307, location: `${url}/1` }])
  expect(bodyOf(exchange.response?.chunks)).toBe('image')
  asked.length = 0
  expect((await client.send(get(`${url}/round`), 'x')).response?.status).toBe(302)
  expect(asked).toHaveLength(6)
})

test('images are truncated at the limits per image and for all images', async () => {
  const { url } = await serve((_, response) => response.end(Buffer.alloc(100)))
  const client = clientFor(url, [], { maxImageBytes: 60, maxBytes: 90 })
  const sizes: number[] = []
  for (const name of ['a', 'b', 'c']) {
    const { ended, response } = await client.send(get(`${url}/${name}`), name)
    expect(ended).toBe('too-large')
    sizes.push(bodyOf(response?.chunks).length)
  }
  expect(sizes).toEqual([60, 30, 0])
})

test('an image that never arrives times out', async () => {
  const { url } = await serve(() => {})
  const exchange = await clientFor(url, [], { timeoutMs: 50 }).send(get(`${url}/1.png`), 'x')
  expect(exchange).toMatchObject({ response: null, ended: 'timeout' })
})
