import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examples } from '../../../reports/examples.fixture.ts'
import { renderers } from '../../../reports/index.ts'
import { untilTestEnds } from '../../../tests/serve.ts'
import { startLive } from './live.ts'
import { openPage, type PageServer } from './page-server.ts'

const target = 'http://gateway.example'
let page: PageServer
beforeAll(async () => {
  page = await openPage({ live: startLive(), target, port: 0 })
})
afterAll(() => page.close())

/** Sends a request with arbitrary headers, as any program on this machine can. */
async function ask(url: string, { method = 'GET', ...headers }: Record<string, string> = {}) {
  const sent = request(url, { method, headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const text = (await response.toArray()).join('')
  return { status: response.statusCode, headers: response.headers, text }
}

test('the page forbids all content except its own script, style, report and events', async () => {
  const { status, headers, text } = await ask(page.url)
  expect(status).toBe(200)
  expect(text).toContain(page.url)
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+';.* frame-ancestors 'none'$/,
  )
  expect(headers['cache-control']).toBe('no-store')
})

test.each([
  ['another token', (url: string) => url.replace(/[^/]+\/$/, 'x/'), {}, 404],
  ['no token', (url: string) => new URL('/', url).href, {}, 404],
  ['another path', (url: string) => `${url}results.json`, {}, 404],
  ['another host name', (url: string) => url, { host: 'evil.example' }, 421],
  ['another method', (url: string) => url, { method: 'POST' }, 405],
  ['another method for a round', (url: string) => `${url}again/a.b`, {}, 405],
  ['a round without a requirement', (url: string) => `${url}again`, { method: 'POST' }, 404],
])('a request with %s is rejected', async (_what, urlOf, headers, status) => {
  expect((await ask(urlOf(page.url), headers)).status).toBe(status)
})

test('the report is the HTML report of the last full run', async () => {
  const live = startLive()
  const { url } = await untilTestEnds(openPage({ live, target, port: 0 }))
  expect((await ask(`${url}report`)).text).toContain(`No run of ${target} is complete yet`)
  const report = examples.nonconforming()
  live.begin('everything')
  live.end('nonconforming', report)
  live.begin('1 failed case again')
  live.end('1 of 1 failed case passes now')
  const { text, headers } = await ask(`${url}report`)
  expect(text).toBe(renderers.html(report))
  expect(headers['content-security-policy']).toBe("frame-ancestors 'self'")
})

test('the page has the failed cases of one requirement sent again', async () => {
  const wanted: string[] = []
  const onAgain = (id: string) => wanted.push(id)
  const { url } = await untilTestEnds(openPage({ live: startLive(), target, port: 0, onAgain }))
  expect((await ask(`${url}again/messages.stream-end`, { method: 'POST' })).status).toBe(204)
  expect((await ask(url.replace(/[^/]+\/$/, 'x/again/a.b'), { method: 'POST' })).status).toBe(404)
  expect(wanted).toEqual(['messages.stream-end'])
})

test('an open page receives the state at once, after changes and at the end', async () => {
  const live = startLive()
  const own = await openPage({ live, target, port: 0 })
  const [response] = (await once(request(`${own.url}events`).end(), 'response')) as [IncomingMessage]
  const messages = response.setEncoding('utf8')[Symbol.asyncIterator]()
  const told = async (words: string) => {
    let text = ''
    while (!text.includes(words)) text += (await messages.next()).value
    return text
  }
  await told('"kind":"waiting"')
  live.begin('everything')
  live.progress(3, 10)
  await told('"words":"Round 1, everything: 3 of 10 requests"')
  live.trouble({ kind: 'down', text: 'no connection to gateway.example:80 (ECONNREFUSED)' })
  await told('"title":"Gateway down","words":"no connection to gateway.example:80 (ECONNREFUSED) · Round 1')
  live.ended()
  await own.close()
  await told('"kind":"ended"')
})
