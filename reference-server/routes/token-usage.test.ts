import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../index.ts'
import { openTokens, tokenOf } from '../tokens.ts'

const soon = 1_800_000_000
let now = 1_700_000_000_000
let server: ReferenceServer
beforeAll(async () => {
  server = await startReferenceServer({
    now: () => now,
    keys: [
      'plain',
      'sk-prefixed',
      { key: 'poor', name: 'Poor', granted: 1500, expiresAt: -1 },
      { key: 'free', unlimited: true, granted: 10 },
      { key: 'narrow', models: ['image-model-1'], expiresAt: soon },
    ],
  })
})
afterAll(() => server.close())

interface Usage {
  readonly total_granted: number
  readonly total_used: number
  readonly total_available: number
}

async function told(authorization: string | undefined): Promise<{ status: number; body: unknown }> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  const response = await fetch(`${server.url}/api/usage/token`, { headers })
  return { status: response.status, body: await response.json() }
}

async function usage(key: string): Promise<Usage> {
  const { body } = await told(`Bearer ${key}`)
  return (body as { data: Usage }).data
}

function draw(key: string, model = 'image-model-1'): Promise<Response> {
  return fetch(`${server.url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a kite', model }),
  })
}

test('a known token gets all members of section 2.5', async () => {
  expect(await told('Bearer plain')).toEqual({
    status: 200,
    body: {
      code: true,
      message: 'ok',
      data: {
        object: 'token_usage',
        name: 'token-1',
        total_granted: 1_000_000_000_000,
        total_used: 0,
        total_available: 1_000_000_000_000,
        unlimited_quota: false,
        model_limits: {
          'image-model-1': true,
          'image-model-2': true,
          'image-model-multi': true,
          'content-model-1': true,
          'messages-model-1': true,
        },
        model_limits_enabled: false,
        expires_at: 0,
      },
    },
  })
})

test.each([
  [undefined, 401, 'No Authorization header'],
  ['Basic c29tZW9uZTpzb21ldGhpbmc=', 401, 'Invalid Bearer token'],
  ['Bearer nobody', 401, 'token not found'],
  ['Bearer sk-nobody', 401, 'token not found'],
])('%s gets %i %s', async (authorization, status, message) => {
  expect(await told(authorization)).toEqual({ status, body: { success: false, message } })
})

test.each([
  ['plain', 'sk-plain'],
  ['sk-prefixed', 'prefixed'],
])('%s and %s are the same token on every endpoint', async (one, other) => {
  expect(await usage(one)).toEqual(await usage(other))
  expect((await draw(one)).status).toBe(200)
  expect((await draw(other)).status).toBe(200)
})

test('only one sk- prefix is removed', async () => {
  expect((await told('Bearer sk-sk-plain')).status).toBe(401)
})

test.each([
  ['sk-sk-key', ['sk-sk-key', 'sk-key'], ['key', 'sk-sk-sk-key']],
  ['sk-key', ['sk-key', 'key'], ['sk-sk-key']],
  ['key', ['key', 'sk-key'], ['sk-sk-key', '']],
])('the key %s also matches with one sk- prefix more or less', (key, names, others) => {
  const tokens = openTokens([key])
  expect(names.map((name) => tokenOf(tokens, name)?.name)).toEqual(['token-1', 'token-1'])
  expect(others.filter((name) => tokenOf(tokens, name) !== undefined)).toEqual([])
})

test('an exact key takes precedence over the other key of a pair', () => {
  const tokens = openTokens(['sk-key', 'key'])
  expect(['sk-key', 'key'].map((name) => tokenOf(tokens, name)?.name)).toEqual(['token-1', 'token-2'])
})

test('accepted requests are counted and rejected ones are not, and the totals add up', async () => {
  const before = await usage('plain')
  await draw('plain', 'no-such-model')
  expect(await usage('plain')).toEqual(before)
  await draw('plain')
  const after = await usage('plain')
  expect(after.total_used).toBeGreaterThan(before.total_used)
  expect(after.total_used + after.total_available).toBe(after.total_granted)
})

test('a stored -1 is returned as 0, and a token may have a name', async () => {
  expect(await usage('poor')).toMatchObject({ name: 'Poor', total_granted: 1500, expires_at: 0 })
})

test('an exhausted quota returns 429 and is never overdrawn', async () => {
  const statuses: number[] = []
  for (let request = 0; request < 5; request++) statuses.push((await draw('poor')).status)
  expect(statuses).toEqual([200, 200, 429, 429, 429])
  expect(await usage('poor')).toMatchObject({ total_used: 1500, total_available: 0 })
  expect(await (await draw('poor')).json()).toMatchObject({ error: { code: 'insufficient_quota' } })
})

test('an unlimited token is never exhausted', async () => {
  for (let request = 0; request < 3; request++) expect((await draw('free')).status).toBe(200)
  const { total_granted, total_used, total_available } = await usage('free')
  expect(total_used + total_available).toBe(total_granted)
})

describe('a token limited to some models', () => {
  test('reports its limits', async () => {
    const limits = { model_limits: { 'image-model-1': true }, model_limits_enabled: true, expires_at: soon }
    expect(await usage('narrow')).toMatchObject(limits)
  })

  test('may use its models', async () => {
    expect((await draw('narrow')).status).toBe(200)
  })

  test('may not use other models', async () => {
    const response = await draw('narrow', 'image-model-2')
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'model_not_allowed' } })
  })

  test.each([
    ['/v1beta/models/content-model-1:generateContent', { contents: [{ parts: [{ text: 'hello' }] }] }],
    ['/v1/messages', { model: 'messages-model-1', max_tokens: 9, messages: [{ role: 'user', content: 'hello' }] }],
  ])('may not use other models at %s', async (path, body) => {
    const headers = { authorization: 'Bearer narrow', 'content-type': 'application/json', 'provider-version': '1' }
    const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status).toBe(403)
  })

  test('expires, and may still request its usage', async () => {
    now = soon * 1000
    expect((await draw('narrow')).status).toBe(401)
    expect(await usage('narrow')).toMatchObject({ expires_at: soon })
  })
})
