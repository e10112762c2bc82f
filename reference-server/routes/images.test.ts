import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../index.ts'

let server: ReferenceServer
beforeAll(async () => {
  server = await startReferenceServer()
})
afterAll(() => server.close())

interface Images {
  readonly created: number
  readonly data: readonly { readonly url?: string; readonly b64_json?: string; readonly revised_prompt?: string }[]
}

function post(body: unknown): Promise<Response> {
  return fetch(`${server.url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: 'Bearer test-key', 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

async function generated(body: unknown): Promise<Images> {
  const response = await post(body)
  expect(response.status).toBe(200)
  return (await response.json()) as Images
}

const words = (length: number): string =>
  'word '
    .repeat(length)
    .slice(0, length - 1)
    .padEnd(length, '.')

describe('valid requests are accepted', () => {
  test.each([
    { prompt: 'a kite' },
    { prompt: words(1000) },
    { prompt: words(4000), model: 'image-model-2' },
    { prompt: 'a kite', n: 10 },
    { prompt: 'a kite', n: 1, model: 'image-model-2' },
    { prompt: 'a kite', n: null, response_format: null, size: null, style: null },
    { prompt: 'a kite', quality: 'hd', style: 'natural', size: '1792x1024', model: 'image-model-2', user: 'someone' },
    { prompt: 'a kite', unknown_member: true },
    { prompt: '🪁'.repeat(1000) },
  ])('$model $n $quality', async (body) => {
    expect((await generated(body)).data).toHaveLength(('n' in body && body.n) || 1)
  })
})

describe('invalid requests are rejected with the parameter', () => {
  test.each([
    [{}, 'prompt'],
    [{ prompt: null }, 'prompt'],
    [{ prompt: {} }, 'prompt'],
    [{ prompt: words(1001) }, 'prompt'],
    [{ prompt: '🪁'.repeat(1001) }, 'prompt'],
    [{ prompt: 'a kite', n: '11' }, 'n'],
    [{ prompt: 'a kite', n: '1e2' }, 'n'],
    [{ prompt: 'a kite', n: '0.5' }, 'n'],
    [{ prompt: 'a kite', n: '2', model: 'image-model-2' }, 'n'],
    [{ prompt: words(1001), model: 'image-model-1' }, 'prompt'],
    [{ prompt: words(4001), model: 'image-model-2' }, 'prompt'],
    [{ prompt: 'a kite', n: 0 }, 'n'],
    [{ prompt: 'a kite', n: 11 }, 'n'],
    [{ prompt: 'a kite', n: {} }, 'n'],
    [{ prompt: 'a kite', n: 2, model: 'image-model-2' }, 'n'],
    [{ prompt: 'a kite', quality: 'hd' }, 'quality'],
    [{ prompt: 'a kite', quality: 'no-such-value' }, 'quality'],
    [{ prompt: 'a kite', style: 'natural' }, 'style'],
    [{ prompt: 'a kite', size: '1792x1024' }, 'size'],
    [{ prompt: 'a kite', size: '256x256', model: 'image-model-2' }, 'size'],
    [{ prompt: 'a kite', size: 'no-such-value' }, 'size'],
    [{ prompt: 'a kite', response_format: 'no-such-value' }, 'response_format'],
    [{ prompt: 'a kite', user: {} }, 'user'],
    [{ prompt: 'a kite', model: 'image-model-multi' }, 'model'],
    [{ prompt: 'a kite', model: 'no-such-model' }, 'model'],
    [{ prompt: 'a kite', model: 'someone-elses-model' }, 'model'],
    [{ prompt: 'a kite', model: 'content-model-1' }, 'model'],
  ])('%j', async (body, param) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param, code: null } })
  })
})

describe('images', () => {
  test.each([
    ['image-model-1', '256x256', 256, 256],
    ['image-model-1', '512x512', 512, 512],
    ['image-model-1', '1024x1024', 1024, 1024],
    ['image-model-2', '1792x1024', 1792, 1024],
    ['image-model-2', '1024x1792', 1024, 1792],
  ])('%s draws %s in the exact size, in both response formats', async (model, size, width, height) => {
    const { data: linked } = await generated({ prompt: 'a kite', model, size })
    const { data: inline } = await generated({ prompt: 'a kite', model, size, response_format: 'b64_json' })
    const fetched = await fetch(linked[0]!.url!)
    expect(fetched.headers.get('content-type')).toBe('image/png')
    const bytes = Buffer.from(await fetched.arrayBuffer())
    expect(bytes.toString('base64')).toBe(inline[0]!.b64_json)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width, height })
    expect(bytes.length).toBeLessThan(2000)
  })

  test('images are deterministic, and differ by prompt and within a response', async () => {
    await fc.assert(
      fc.asyncProperty(fc.lorem(), fc.integer({ min: 1, max: 10 }), async (prompt, n) => {
        const body = { prompt, n, response_format: 'b64_json', size: '256x256' }
        const { data } = await generated(body)
        expect((await generated(body)).data).toEqual(data)
        const others = (await generated({ ...body, prompt: `${prompt} again` })).data
        const all = [...data, ...others].map((image) => image.b64_json)
        expect(new Set(all).size).toBe(2 * n)
      }),
      { numRuns: 20 },
    )
  })

  test('created is the time in seconds', async () => {
    const before = Math.floor(Date.now() / 1000)
    const { created } = await generated({ prompt: 'a kite' })
    expect(created).toBeGreaterThanOrEqual(before)
    expect(created).toBeLessThanOrEqual(Date.now() / 1000)
  })

  test('revised_prompt is only returned if the prompt was changed', async () => {
    expect((await generated({ prompt: 'a kite' })).data[0]).not.toHaveProperty('revised_prompt')
    expect((await generated({ prompt: ' a kite ' })).data[0]).toHaveProperty('revised_prompt', 'a kite')
  })
})

test('a returned URL is valid for 60 minutes on the clock of the server', async () => {
  let now = 1_700_000_000_000
  const timed = await startReferenceServer({ now: () => now })
  try {
    const response = await fetch(`${timed.url}/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: 'Bearer test-key', 'content-type': 'application/json' },
      body: '{"prompt":"a kite"}',
    })
    const { created, data } = (await response.json()) as Images
    expect(created).toBe(1_700_000_000)
    now += 60 * 60 * 1000
    expect((await fetch(data[0]!.url!)).status).toBe(200)
    now += 1
    const late = await fetch(data[0]!.url!)
    expect([late.status, late.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
  } finally {
    await timed.close()
  }
})

test('any JSON body gets status 200 or 400', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (body) => {
      expect([200, 400]).toContain((await post(JSON.stringify(body))).status)
    }),
    { numRuns: 100 },
  )
})
