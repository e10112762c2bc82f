import { expect, test } from 'vitest'
import { startReferenceServer } from '../../../../reference-server/index.ts'
import { serve, untilTestEnds } from '../../../../tests/serve.ts'
import { inForm } from '../../../core/model/credential.ts'
import { exchangeWith, responseWith } from '../../../core/model/exchange.fixture.ts'
import { plainTarget, type TargetOptions } from '../../config/target-options.ts'
import { plainPlan } from '../plan/plain-plan.fixture.ts'
import { json, preflight } from './preflight.fixture.ts'
import { betterUrl, neighboursOf } from './preflight.ts'

test('a conforming target gives no notes', async () => {
  const server = await untilTestEnds(startReferenceServer({ keys: ['a-secret-key'] }))
  expect(await preflight(server.url)).toEqual({ notes: [] })
})

test('a key rejected by one area is noted and does not stop the run', async () => {
  const server = await untilTestEnds(startReferenceServer({ keys: ['a-secret-key'] }))
  const options: TargetOptions = { ...plainTarget, credentials: { images: { key: 'another-key', variable: 'K' } } }
  const { halt, notes } = await preflight(server.url, { options, config: 'mgi.config.yaml' })
  expect(halt).toBeUndefined()
  expect(notes).toHaveLength(3)
  expect(notes[0]).toBe(
    'images.generate returned 401 for its plain request ("The API key is not valid."): the key is rejected there; check --key or MGI_API_KEY, or give that area its own under keys: in mgi.config.yaml',
  )
})

test('a key rejected at every endpoint stops the run', async () => {
  const server = await untilTestEnds(startReferenceServer({ keys: ['another-key'] }))
  expect((await preflight(server.url)).halt).toBe(
    'the target rejected the key at every endpoint, in each of 4 forms (status 401, "The API key is not valid."): check --key or MGI_API_KEY',
  )
})

test('a target that denies every request for another reason than the key is quoted', async () => {
  const { url } = await serve(json(403, { error: { message: 'This project only accepts requests from 10.0.0.0/8.' } }))
  expect((await preflight(url)).halt).toContain('(status 403, "This project only accepts requests from 10.0.0.0/8.")')
})

test('a target that stops a request with the key in another form is quoted', async () => {
  const { url } = await serve((asked, response) => {
    const isBearer = asked.headers.authorization !== undefined
    json(isBearer ? 400 : 401, { error: { message: isBearer ? 'provider-version is missing' : 'no key' } })(
      asked,
      response,
    )
  })
  const plain = plainPlan().cases.find(({ operation }) => operation === 'messages.create')!
  const form = { ...plain, request: inForm(plain.request, 'x-api-key', 'bearer') }
  const { notes } = await preflight(url, {
    cases: [plain, { ...form, why: { kind: 'form', of: plain.id, form: 'bearer' } }],
  })
  expect(notes).toContain(
    'messages.create accepts the key in the header `Authorization: Bearer`, and then returned 400 ("provider-version is missing")',
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
  const { url } = await serve((asked, response) => {
    const isModelless = asked.url?.startsWith('/api/usage') || asked.url?.startsWith('/v1/images')
    json(isModelless ? 405 : 404, body)(asked, response)
  })
  expect((await preflight(url)).halt).toBe(
    'the target does not know the models "content-model-1", "messages-model-1" (status 404): set their names under models: in a config file (mgi init writes one)',
  )
  const models = { 'content-model-1': 'vendor-a', 'messages-model-1': 'vendor-b' }
  const options = { ...plainTarget, vocabulary: { models } }
  expect((await preflight(url, { options, config: 'c.yaml' })).halt).toBe(
    'the target does not know the models "vendor-a", "vendor-b" (status 404): correct models: in c.yaml',
  )
})

test('a single unknown model is noted and does not stop the run', async () => {
  const server = await untilTestEnds(startReferenceServer({ keys: ['a-secret-key'] }))
  const options = { ...plainTarget, vocabulary: { models: { 'content-model-1': 'vendor-a' } } }
  const { halt, notes } = await preflight(server.url, { options, config: 'c.yaml' })
  expect(halt).toBeUndefined()
  expect(notes).toContain(
    'content.generate returned 404 for its plain request: it does not know the model "vendor-a"; see models: in c.yaml',
  )
})

test('a missing path is not reported as an unknown model, even if the error repeats the path', async () => {
  const { url } = await serve((asked, response) =>
    json(404, { message: `Route ${asked.url} not found` })(asked, response),
  )
  expect((await preflight(url)).halt).toContain(`no endpoint was found below ${url} (status 404 everywhere)`)
})

test.each([
  ['returns 200 there', json(200, { code: true, data: {} })],
  ['rejects an empty message there', json(400, { type: 'error', error: { type: 'invalid_request_error' } })],
])('the correct base URL is suggested if the target %s', async (_, there) => {
  const { url } = await serve((asked, response) =>
    (asked.url?.startsWith('/gateway/') && asked.url.length > 12 ? there : json(404, {}))(asked, response),
  )
  expect((await preflight(url)).halt).toContain(`but ${url}/gateway answers: the base URL looks wrong, use that one`)
})

test('a web site is distinguished from an API', async () => {
  const { url } = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Welcome</title></html>'),
  )
  expect((await preflight(url)).halt).toContain('everywhere, HTML pages: "Welcome"): this is a web site')
})

test('HTML pages do not stop the run if unknown paths return 404', async () => {
  const { url } = await serve((asked, response) =>
    asked.url?.includes('no-such-endpoint')
      ? json(404, {})(asked, response)
      : response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Welcome</title></html>'),
  )
  expect((await preflight(url)).halt).toBeUndefined()
})

test('a key accepted only in a header does not stop the run', async () => {
  const { url } = await serve((asked, response) => {
    const isServed = asked.headers['x-goog-api-key'] === 'a-secret-key' && !asked.url?.includes('key=')
    json(isServed ? 200 : 401, {})(asked, response)
  })
  const { halt, notes } = await preflight(url)
  expect(halt).toBeUndefined()
  expect(notes.length).toBeGreaterThan(0)
})

test('each missing operation is noted once, even if several plain requests were sent', async () => {
  const { url } = await serve((asked, response) => json(asked.url?.includes('edits') ? 404 : 200, {})(asked, response))
  const { notes } = await preflight(url, { times: 3 })
  expect(notes.filter((note) => note.includes(' 404 '))).toEqual([
    expect.stringContaining('images.edit returned 404 for its plain request: '),
  ])
})

test('a redirect that keeps the path suggests the base URL', async () => {
  const { url } = await serve((asked, response) =>
    response.writeHead(308, { location: `https://gateway.test/base${asked.url}` }).end(),
  )
  expect((await preflight(url)).halt).toContain('; it redirects to https://gateway.test/base: use that as the base URL')
})

test('a gateway that returns only 503 is reported as not running', async () => {
  const { url } = await serve((_, response) => response.writeHead(503).end())
  expect((await preflight(url)).halt).toBe(
    `${url} returned only errors (status 503): the gateway or a service behind it is not running`,
  )
})

test.each([
  [
    400,
    'all plain requests get the same response, 400 ("header x-tenant is missing"): if the gateway requires a header or member of its own in every request, set it under extraHeaders: or requests: in c.yaml',
  ],
  [
    500,
    'all plain requests get the same response, 500 ("header x-tenant is missing"): check the log of the gateway; is a service behind it missing?',
  ],
])('the response is quoted with a remedy if all plain requests get the same %i', async (status, note) => {
  const { url } = await serve(json(status, { error: { message: 'header x-tenant is missing' } }))
  const { halt, notes } = await preflight(url, { config: 'c.yaml' })
  expect([halt, notes]).toEqual([undefined, [note]])
})

test('the response of a single rejecting operation is quoted with the `requests:` remedy', async () => {
  const { url } = await serve(async (request, response) => {
    if (request.url !== '/v1/images/generations') return json(200, {})(request, response)
    json(422, { error: { message: 'tier is missing' } })(request, response)
  })
  const said = async (given: Parameters<typeof preflight>[1]) =>
    (await preflight(url, { config: 'c.yaml', ...given })).notes.filter((note) => note.startsWith('images.generate'))
  const quoted = 'images.generate returned 422 for its plain request ("tier is missing"):'
  expect(await said({})).toEqual([
    `${quoted} if the gateway needs a member in every request, name it under requests: in c.yaml`,
  ])
  expect(await said({ requests: new Map([['images.generate', []]]) })).toEqual([
    `${quoted} correct the members under requests: in c.yaml`,
  ])
})

test('a 2xx response with an unrecognised body is quoted', async () => {
  const { url } = await serve(json(200, { status: 'ok', version: '1.2' }))
  const { halt, notes } = await preflight(url)
  expect(halt).toBeUndefined()
  expect(notes).toContain(
    'images.generate, images.edit, images.variation, usage.token, content.generate, content.stream, messages.create, messages.stream returned 200 for its plain request with a body that is not a valid response of the operation ("{"status":"ok","version":"1.2"}"): does this address lead to the gateway?',
  )
})

test('an unrecognised 2xx response suggests `unsupported:` if other operations are recognised', async () => {
  const server = await untilTestEnds(startReferenceServer({ keys: ['a-secret-key'] }))
  const { url } = await serve(async (request, response) => {
    if (!request.url?.startsWith('/api/usage/')) return json(200, { status: 'ok' })(request, response)
    const authorization = request.headers.authorization ?? ''
    const usage = await fetch(server.url + request.url, { headers: { authorization } })
    json(usage.status, await usage.json())(request, response)
  })
  const { notes } = await preflight(url, { config: 'c.yaml' })
  expect(notes.join('\n')).toContain(
    '("{"status":"ok"}"): if the gateway does not support it, declare that under unsupported: in c.yaml',
  )
  expect(notes.join('\n')).not.toContain('does this address lead to the gateway?')
})

test('quoted responses are short and contain no escape characters', async () => {
  const { url } = await serve(json(400, { error: { message: `\u001b[2J${'x'.repeat(5000)}` } }))
  const { notes } = await preflight(url)
  expect(notes).toHaveLength(1)
  expect(notes[0]).toMatch(/^.{1,400}$/)
  expect(notes[0]).not.toContain('\u001b')
})

const answer = (status: number, body: string) => exchangeWith({ response: responseWith(body, { status }) })

test('neighbouring URLs drop the end of the path or add a common prefix', () => {
  expect(neighboursOf('http://x/a/v1')).toEqual([
    'http://x/a',
    'http://x',
    'http://x/a/v1/v1',
    'http://x/a/v1/api',
    'http://x/a/v1/gateway',
  ])
})

test('the neighbouring URL that responds is found', async () => {
  const asked = async (url: string) => (url === 'http://x' ? answer(200, '{"code":true}') : answer(404, '{}'))
  expect(await betterUrl('http://x/v1', asked)).toBe('http://x')
})

test('an HTML page does not count as a response', async () => {
  expect(await betterUrl('http://x', async () => answer(200, '<html>'))).toBeUndefined()
})
