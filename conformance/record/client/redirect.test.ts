import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../../tests/serve.ts'
import type { Exchange, RecordedRequest } from '../../model/exchange.ts'
import { type Client, createClient } from './client.ts'

function clientFor(baseUrl: string): Client {
  const client = createClient({ baseUrl, names: { key: 'secret-key' }, timeoutMs: 20_000, maxResponseBytes: 1e6 })
  onTestFinished(() => client.close())
  return client
}

const get: RecordedRequest = {
  method: 'GET',
  path: '/api/usage/token',
  headers: [['authorization', 'Bearer «key:valid»']],
  body: new Uint8Array(),
}
const post: RecordedRequest = { ...get, method: 'POST', path: '/v1/messages', body: Buffer.from('{}') }

function textOf({ response }: Exchange): string {
  return Buffer.concat((response?.chunks ?? []).map(({ bytes }) => bytes)).toString()
}

test('a redirect of a GET on the same origin is followed with the key and recorded', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/there') response.end(request.headers.authorization)
    else response.writeHead(307, { location: '/there' }).end('moved')
  })
  const exchange = await clientFor(url).send(get, 'a')
  expect(textOf(exchange)).toBe('Bearer secret-key')
  expect(exchange.redirects).toEqual([{ status: 307, location: '/there' }])
})

test('a redirect to another origin is not followed, and the other origin sees nothing', async () => {
  let visits = 0
  const stranger = await serve((_, response) => {
    visits += 1
    response.end()
  })
  const { url } = await serve((_, response) => response.writeHead(302, { location: `${stranger.url}/there` }).end())
  const exchange = await clientFor(url).send(get, 'a')
  expect(exchange.response!.status).toBe(302)
  expect(visits).toBe(0)
})

test('a redirect of a POST is not followed', async () => {
  const { url } = await serve((_, response) => response.writeHead(307, { location: '/there' }).end())
  expect((await clientFor(url).send(post, 'a')).response!.status).toBe(307)
})

test('redirects in a circle end after five', async () => {
  const { url } = await serve((request, response) => response.writeHead(301, { location: request.url! }).end())
  const exchange = await clientFor(url).send(get, 'a')
  expect(exchange.response!.status).toBe(301)
  expect(exchange.redirects).toHaveLength(5)
})

test('a location that is no address ends the journey there', async () => {
  const { url } = await serve((_, response) => response.writeHead(301, { location: 'http://[' }).end())
  expect((await clientFor(url).send(get, 'a')).response!.status).toBe(301)
})
