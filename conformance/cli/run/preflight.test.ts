import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { Agent, request } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { startReferenceServer } from '../../../reference-server/index.ts'
import { catalogue } from '../../catalogue.ts'
import { troubleOf } from '../../sources/network-trouble.ts'
import { plainTarget, type TargetOptions } from '../config/target-options.ts'
import { expired, forAnotherHost, privateKey, selfSigned } from './certificates.golden.ts'
import { openClient } from './open-client.ts'
import { plainPlan } from './plain-plan.golden.ts'
import { adviceAfter } from './preflight.ts'
import { remedyFor } from './trouble.ts'

const leftovers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const leftover of leftovers.splice(0)) await leftover()
})

async function listening(server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  leftovers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

const plain = async (listener: RequestListener) => `http://127.0.0.1:${await listening(createServer(listener))}`
const withTls = (cert: string) => listening(createTlsServer({ key: privateKey, cert }, (_, response) => response.end()))

const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

interface Given {
  readonly key?: string
  readonly options?: TargetOptions
  readonly config?: string
}

/** What the first requests of a run to that address tell. */
async function preflight(url: string, { key = 'a-secret-key', options = plainTarget, config }: Given = {}) {
  const target = { url, key, embedded: false, close: async () => {} }
  const limits = { timeoutMs: 5000, maxResponseBytes: 1e7 }
  const client = openClient({ target, options, operations: catalogue.operations }, limits)
  leftovers.push(() => client.close())
  const exchanges = await Promise.all(plainPlan().cases.map(({ request: asked, id }) => client.send(asked, id)))
  const said = { config, hasUrl: true, keyFrom: '--key or MGI_API_KEY', out: undefined }
  return adviceAfter(
    exchanges,
    target,
    { maxRequests: undefined, timeoutSeconds: 5, targetOptions: options, said },
    catalogue,
  )
}

test('a target that answers as it should leaves nothing to say', async () => {
  const server = await startReferenceServer({ keys: ['a-secret-key'] })
  leftovers.push(() => server.close())
  expect(await preflight(server.url)).toEqual({ notes: [] })
})

test('a key that is refused at one endpoint is noted, and does not end the run', async () => {
  const server = await startReferenceServer({ keys: ['a-secret-key'] })
  leftovers.push(() => server.close())
  const options: TargetOptions = { ...plainTarget, credentials: { images: { key: 'another-key', variable: 'K' } } }
  const { halt, notes } = await preflight(server.url, { options, config: 'mgi.config.yaml' })
  expect(halt).toBeUndefined()
  expect(notes).toHaveLength(3)
  expect(notes[0]).toBe(
    'images.generate answers 401 to its plain request: the key is refused there; check --key or MGI_API_KEY, or give that area its own under keys: in mgi.config.yaml',
  )
})

test('a key that is refused everywhere ends it', async () => {
  const server = await startReferenceServer({ keys: ['another-key'] })
  leftovers.push(() => server.close())
  expect((await preflight(server.url)).halt).toBe(
    'the target refuses the key at every endpoint (status 401): check --key or MGI_API_KEY',
  )
})

test.each([
  [
    'in the words of section 7',
    { error: { code: 404, message: 'models/content-model-1 is not found', status: 'NOT_FOUND' } },
  ],
  [
    'in other words',
    { error: { type: 'not_found_error', message: 'The model `x` does not exist or you have no access to it' } },
  ],
])('models that the target does not know are named, %s', async (_, body) => {
  const server = await plain((asked, response) => {
    const isModelless = asked.url?.startsWith('/api/usage') || asked.url?.startsWith('/v1/images')
    json(isModelless ? 405 : 404, body)(asked, response)
  })
  expect((await preflight(server)).halt).toBe(
    'the target does not know the models "content-model-1", "messages-model-1" (status 404): say under models: in a config file (mgi init writes one) what it calls them',
  )
  const models = { 'content-model-1': 'vendor-a', 'messages-model-1': 'vendor-b' }
  const options = { ...plainTarget, vocabulary: { models } }
  expect((await preflight(server, { options, config: 'c.yaml' })).halt).toBe(
    'the target does not know the models "vendor-a", "vendor-b" (status 404): correct models: in c.yaml',
  )
})

test('one unknown model among others that are known is noted, and judged in the run', async () => {
  const server = await startReferenceServer({ keys: ['a-secret-key'] })
  leftovers.push(() => server.close())
  const options = { ...plainTarget, vocabulary: { models: { 'content-model-1': 'vendor-a' } } }
  const { halt, notes } = await preflight(server.url, { options, config: 'c.yaml' })
  expect(halt).toBeUndefined()
  expect(notes).toContain(
    'content.generate answers 404 to its plain request: it does not know the model "vendor-a"; see models: in c.yaml',
  )
})

test('a path that nobody serves is no unknown model, even where the answer repeats the path', async () => {
  const server = await plain((asked, response) =>
    json(404, { message: `Route ${asked.url} not found` })(asked, response),
  )
  expect((await preflight(server)).halt).toContain(`no endpoint was found below ${server} (status 404 everywhere)`)
})

test.each([
  ['answers 200 there', json(200, { code: true, data: {} })],
  ['refuses an empty message there', json(400, { type: 'error', error: { type: 'invalid_request_error' } })],
])('the base URL that was meant is named, where the target %s', async (_, there) => {
  const server = await plain((asked, response) =>
    (asked.url?.startsWith('/gateway/') && asked.url.length > 12 ? there : json(404, {}))(asked, response),
  )
  expect((await preflight(server)).halt).toContain(
    `but ${server}/gateway answers: the base URL looks wrong, use that one`,
  )
})

test('a web site is told from an API', async () => {
  const server = await plain((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Welcome</title></html>'),
  )
  expect((await preflight(server)).halt).toContain('everywhere, pages for people: "Welcome"): this is a web site')
})

test('a redirect that keeps the path tells the base URL', async () => {
  const server = await plain((asked, response) =>
    response.writeHead(308, { location: `https://gateway.test/base${asked.url}` }).end(),
  )
  expect((await preflight(server)).halt).toContain(
    '; it redirects to https://gateway.test/base: use that as the base URL',
  )
})

test('a gateway whose upstream is down is not accused', async () => {
  const server = await plain((_, response) => response.writeHead(503).end())
  expect((await preflight(server)).halt).toBe(
    `${server} serves nothing (status 503 everywhere): the gateway, or what stands behind it, is not up`,
  )
})

test('a port that wants TLS is told, whether it hangs up or says so', async () => {
  const port = await withTls(selfSigned)
  expect((await preflight(`http://127.0.0.1:${port}`)).halt).toContain(`https://127.0.0.1:${port}`)
  const talking = await plain((_, response) =>
    response.writeHead(400, { 'content-type': 'text/html' }).end('The plain HTTP request was sent to HTTPS port'),
  )
  expect((await preflight(talking)).halt).toBe(`${talking} wants TLS: use ${talking.replace('http:', 'https:')}`)
})

test('a port that speaks no TLS is told', async () => {
  const server = await plain(json(200, {}))
  const { halt } = await preflight(server.replace('http:', 'https:'))
  expect(halt).toContain(`TLS is not spoken there; try ${server}`)
})

test('a certificate of nobody known is told, with the remedy', async () => {
  const { halt } = await preflight(`https://127.0.0.1:${await withTls(selfSigned)}`, { config: 'c.yaml' })
  expect(halt).toContain(
    'comes from no authority that is trusted here; name your own with --ca FILE, under tls: (ca) in c.yaml',
  )
})

test.each([
  ['that has run out', expired, 'its certificate has expired'],
  ['for another host', forAnotherHost, 'its certificate is for another host than 127.0.0.1'],
])('a certificate %s is told apart from one that is not trusted', async (_, cert, advice) => {
  const url = `https://127.0.0.1:${await withTls(cert)}`
  const dispatcher = new Agent({ connect: { ca: cert } })
  leftovers.push(() => dispatcher.destroy())
  const error = await request(url, { dispatcher }).catch((thrown: unknown) => thrown)
  expect(remedyFor(troubleOf(error) ?? 'none', { url })).toContain(advice)
})

test('a server that wants a client certificate is told', async () => {
  const server = createTlsServer({ key: privateKey, cert: selfSigned, requestCert: true, rejectUnauthorized: true })
  const url = `https://127.0.0.1:${await listening(server)}`
  const dispatcher = new Agent({ connect: { ca: selfSigned } })
  leftovers.push(() => dispatcher.destroy())
  const error = await request(url, { dispatcher }).catch((thrown: unknown) => thrown)
  expect(remedyFor(troubleOf(error) ?? 'none', { url, config: 'c.yaml' })).toMatch(/client certificate.* in c\.yaml/)
  for (const trouble of ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE'])
    expect(remedyFor(trouble, { url, config: 'c.yaml' })).toContain(
      'name one with --cert and --cert-key, or under tls: (cert, key) in c.yaml',
    )
})

test('what is no HTTP server is told', async () => {
  const port = await listening(createSocketServer((socket) => socket.end('220 mail.test ready\r\n')))
  expect((await preflight(`http://127.0.0.1:${port}`)).halt).toContain('what answers there is not an HTTP server')
})

test('a proxy that is not there is told apart from a target that is not', () => {
  expect(remedyFor('ECONNREFUSED', { url: 'http://x', proxy: 'http://proxy:3128' })).toContain('is the proxy right')
})
