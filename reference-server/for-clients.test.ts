import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoggedRequest, type ReferenceServer, startReferenceServer } from './index.ts'
import { routes } from './routes/index.ts'

let server: ReferenceServer
let log: (request: LoggedRequest) => void = () => {}
beforeAll(async () => {
  server = await startReferenceServer({ cors: 'https://app.example', onRequest: (request) => log(request) })
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }

test('CORS headers are sent for preflight and other requests', async () => {
  const asked = { origin: 'https://app.example', 'access-control-request-method': 'POST' }
  const preflight = await fetch(`${server.url}/v1/messages`, {
    method: 'OPTIONS',
    headers: { ...asked, 'access-control-request-headers': 'x-api-key,provider-version' },
  })
  expect({ status: preflight.status, ...Object.fromEntries(preflight.headers) }).toMatchObject({
    status: 204,
    'access-control-allow-origin': 'https://app.example',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'x-api-key,provider-version',
    vary: 'origin',
  })
  const reply = await fetch(`${server.url}/v1/messages`, { method: 'POST', headers: json, body: '{}' })
  expect(reply.status).toBe(401)
  expect(reply.headers.get('access-control-allow-origin')).toBe('https://app.example')
})

test('CORS headers are not sent by default', async () => {
  const plain = await startReferenceServer()
  const reply = await fetch(`${plain.url}/api/usage/token`)
  await plain.close()
  expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('each request is logged once with its error and without its key', async () => {
  const told = new Promise<LoggedRequest>((resolve) => {
    log = resolve
  })
  const path = '/v1beta/models/content-model-1:generateContent'
  const reply = await fetch(`${server.url}${path}?key=test-key`, { method: 'POST', headers: json, body: '{}' })
  const { error } = (await reply.json()) as { error: { message: string } }
  expect(await told).toEqual({
    method: 'POST',
    path,
    status: 400,
    milliseconds: expect.any(Number),
    faults: [],
    message: error.message,
  })
})

test('the error for an unknown path lists the available paths', async () => {
  const reply = await fetch(`${server.url}/v1/v1/messages`, { method: 'POST', headers: json, body: '{}' })
  const { error } = (await reply.json()) as { error: { message: string } }
  expect(reply.status).toBe(404)
  expect(error.message).toContain('POST /v1beta/models/<model>:streamGenerateContent')
  expect(error.message.match(/(GET|POST) \//g)).toHaveLength(routes.length)
})
