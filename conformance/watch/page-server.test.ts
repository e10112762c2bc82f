import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilTestEnds } from '../../tests/serve.ts'
import { catalogue } from '../catalogue.ts'
import { startLive } from './live.ts'
import type { PageAction } from './page-action.ts'
import { openPage, type PageServer } from './page-server.ts'

const actions: PageAction[] = []
const selection = { areas: ['messages'], requirements: [], unsupported: [] }
const live = () => startLive({ target: 'http://gateway.example', selection, catalogue })
let page: PageServer
beforeAll(async () => {
  page = await openPage({ live: live(), port: 0, onAction: (action) => `asked for ${actions.push(action)}` })
})
afterAll(() => page.close())

/** Asks as any program on this machine can: with whatever headers it likes. */
async function ask(path: string, { body, ...headers }: Record<string, string> = {}) {
  const { port, pathname } = new URL(page.url)
  const options = { host: '127.0.0.1', port, path: path.replace('/TOKEN/', pathname), headers }
  const sent = request({ ...options, method: body === undefined ? 'GET' : 'POST' }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const text = (await response.toArray()).join('')
  return { status: response.statusCode, headers: response.headers, text }
}

const json = { 'content-type': 'application/json' }

test('the page is for whoever knows its token, and says what it may load', async () => {
  const { status, headers, text } = await ask('/TOKEN/')
  expect(status).toBe(200)
  expect(text).toContain('http://gateway.example')
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; .*frame-ancestors 'none'$/,
  )
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect(new URL(page.url)).toMatchObject({ hostname: '127.0.0.1' })
  expect(new URL(page.url).pathname.length).toBeGreaterThan(30)
})

test.each([
  '/',
  '/do',
  '/wrong-token/',
  '/TOKEN/none',
  '/TOKEN/report',
  '/TOKEN/../',
  '/TOKEN/etc/passwd',
])('%s leads nowhere', async (path) => {
  const { status, text } = await ask(path)
  expect([status, text]).toEqual([404, expect.not.stringContaining('gateway.example')])
})

describe.each([
  ['a name that resolves to this machine', { host: 'evil.example' }],
  ['another port', { host: '127.0.0.1:1' }],
  ['a page of another origin', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['a link of another site', { 'sec-fetch-site': 'cross-site' }],
  ['another server of this machine', { 'sec-fetch-site': 'same-site' }],
])('%s', (_who, headers) => {
  test.each(['/TOKEN/', '/TOKEN/events'])('sees nothing at %s', async (path) => {
    expect(await ask(path, headers)).toMatchObject({ status: 403 })
  })

  test('sets nothing off', async () => {
    actions.length = 0
    const body = JSON.stringify({ action: 'everything' })
    expect(await ask('/TOKEN/do', { ...json, ...headers, body })).toMatchObject({ status: 403 })
    expect(actions).toEqual([])
  })
})

test('an action of the page is passed on, and answered', async () => {
  actions.length = 0
  const { host } = new URL(page.url)
  const body = JSON.stringify({ action: 'requirement', value: 'messages.stream-end' })
  const own = { ...json, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
  expect(await ask('/TOKEN/do', { ...own, body })).toMatchObject({ status: 200, text: 'asked for 1' })
  expect(actions).toEqual([{ action: 'requirement', value: 'messages.stream-end' }])
})

test.each([
  [415, { 'content-type': 'text/plain', body: '{"action":"everything"}' }],
  [400, { ...json, body: '{"action":"format"}' }],
  [400, { ...json, body: '{"action":"requirement"}' }],
  [400, { ...json, body: `{"action":"case","value":"${'x'.repeat(501)}"}` }],
  [400, { ...json, body: 'null' }],
  [400, { ...json, body: '[' }],
])('%i for what no page of ours sends: %j', async (status, sent) => {
  actions.length = 0
  expect(await ask('/TOKEN/do', sent)).toMatchObject({ status })
  expect(actions).toEqual([])
})

test('a body without end is broken off', async () => {
  await expect(ask('/TOKEN/do', { ...json, body: 'x'.repeat(10_000) })).rejects.toThrow()
})

test('an open page is told of changes and of the end, and keeps nothing from ending', async () => {
  const watched = live()
  const own = await untilTestEnds(openPage({ live: watched, port: 0, onAction: () => '' }))
  const response = await fetch(`${own.url}events`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let told = ''
  const readUntil = async (words: string) => {
    while (!told.includes(words)) {
      const { value, done } = await reader.read()
      if (done) break
      told += value
    }
    expect(told).toContain(words)
  }
  await readUntil('event: parts')
  watched.begin({ what: 'everything', why: 'a test', scope: 'everything' })
  await readUntil('Run 1: everything (a test)')
  watched.ended()
  await own.close()
  await readUntil('event: end')
})
