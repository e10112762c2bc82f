import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from './index.ts'

let server: ReferenceServer
beforeAll(async () => {
  server = await startReferenceServer({ limits: { jsonBytes: 10_000, formBytes: 10_000 } })
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const headers = { ...json, authorization: 'Bearer test-key', 'x-api-key': 'test-key', 'provider-version': '2023-06-01' }
const content = '/v1beta/models/content-model-1:generateContent?key=test-key'
const posts = ['/v1/images/generations', content, '/v1/messages'] as const

function post(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  extra: Record<string, string> = {},
): Promise<Response> {
  return fetch(server.url + path, { method: 'POST', headers: { ...headers, ...extra }, body })
}

/** The form of each area's errors. `errors.ts` defines their words. */
const shapes: Readonly<Record<string, object>> = {
  images: { error: { message: expect.any(String), type: expect.any(String), param: null, code: expect.anything() } },
  'token-usage': { success: false, message: expect.any(String) },
  'content-generation': {
    error: { code: expect.any(Number), message: expect.any(String), status: expect.any(String), details: [] },
  },
  messages: {
    type: 'error',
    error: { type: expect.any(String), message: expect.any(String), code: expect.any(String) },
  },
}

describe('an unknown path returns 404 in the error format of the closest area', () => {
  test.each([
    ['/', 'images'],
    ['/v1/images/nothing', 'images'],
    ['/api/usage', 'token-usage'],
    ['/v1beta/models/content-model-1:countTokens', 'content-generation'],
    ['/v1beta/models/%E0%A4%A:generateContent', 'content-generation'],
    ['/v1/messages/batches', 'messages'],
    ['/pictures/../../etc/passwd', 'images'],
  ])('%s', async (path, area) => {
    const response = await post(path, '{}')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual(shapes[area])
  })
})

describe('an unsupported method returns 405 with the allowed methods', () => {
  test.each([
    ['DELETE', '/v1/images/generations', 'POST', 'images'],
    ['POST', '/api/usage/token', 'HEAD, GET', 'token-usage'],
    ['GET', '/v1beta/models/content-model-1:generateContent', 'POST', 'content-generation'],
    ['PUT', '/v1/messages', 'POST', 'messages'],
  ])('%s %s', async (method, path, allow, area) => {
    const response = await fetch(server.url + path, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
    expect(await response.json()).toEqual(shapes[area])
  })
})

describe('unreadable requests return 400', () => {
  test.each(posts)('malformed JSON at %s', async (path) => {
    for (const body of ['', '{', '{"a":1}}', '\u0000', '[1,]']) {
      expect((await post(path, body)).status).toBe(400)
    }
  })

  test.each(posts)('invalid UTF-8 at %s', async (path) => {
    expect((await post(path, Buffer.from([0x22, 0xff, 0xfe, 0x22]))).status).toBe(400)
  })

  test.each(posts)('another content type at %s', async (path) => {
    expect((await post(path, '{}', { 'content-type': 'text/plain' })).status).toBe(400)
  })

  test.each(posts)('JSON nested 100,000 levels deep at %s', async (path) => {
    const deep = await startReferenceServer()
    try {
      const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
      for (const body of [nested, `{"prompt":${nested},"messages":${nested},"contents":${nested}}`]) {
        const response = await fetch(deep.url + path, { method: 'POST', headers, body })
        expect(response.status).toBe(400)
      }
    } finally {
      await deep.close()
    }
  })

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'text/plain',
    'multipart/mixed; boundary=x',
  ])('an invalid form declared as %s', async (type) => {
    const response = await post('/v1/images/edits', 'no form at all', { 'content-type': type })
    expect(response.status).toBe(400)
  })
})

describe('a body that is too large returns 413', () => {
  test.each([
    ...posts.map((path) => [path, json['content-type']]),
    ['/v1/images/edits', 'multipart/form-data; boundary=x'],
  ])('at %s', async (path, type) => {
    const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\ncontent-type: image/png\r\n\r\n'
    const body = `${path === '/v1/images/edits' ? head : ''}${' '.repeat(20_000)}`
    expect((await post(path!, body, { 'content-type': type! })).status).toBe(413)
    expect((await post(path!, body, { 'content-type': type! })).status).toBe(413)
  })

  test('with the error status of content generation', async () => {
    const response = await post(content, ' '.repeat(20_000))
    expect(await response.json()).toMatchObject({ error: { code: 413, status: 'PAYLOAD_TOO_LARGE' } })
  })
})

test('any headers and body get a JSON response without a server error', async () => {
  const values = fc.stringMatching(/^[ -~]{0,40}$/)
  const paths = fc.constantFrom(...posts, '/v1/images/edits', '/v1/images/variations')
  const names = fc.constantFrom('authorization', 'x-api-key', 'provider-version', 'content-type', 'content-encoding')
  await fc.assert(
    fc.asyncProperty(paths, fc.dictionary(names, values), fc.uint8Array(), async (path, extra, body) => {
      const response = await post(path, new Uint8Array(body), extra)
      expect(response.status).toBeLessThan(500)
      expect(await response.json()).toBeDefined()
    }),
    { numRuns: 150 },
  )
})

test('an internal error returns 500 without details', async () => {
  const failing = await startReferenceServer({
    now: () => {
      throw new Error('secret at /home/someone')
    },
  })
  try {
    const response = await fetch(`${failing.url}/v1/messages`, { method: 'POST', headers, body: '{}' })
    expect(response.status).toBe(500)
    const body = await response.text()
    expect(JSON.parse(body)).toMatchObject({ error: { type: 'server_error' } })
    expect(body).not.toMatch(/secret|home|\bat\b/)
  } finally {
    await failing.close()
  }
})
