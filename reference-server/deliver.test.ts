import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Readable } from 'node:stream'
import Koa, { type Context } from 'koa'
import { afterEach, expect, test } from 'vitest'
import { deliver } from './app.ts'
import { bytes, events, jsonReply, type Reply, type ReplyEvent, raw } from './reply.ts'

let server: Server | undefined
afterEach(() => server?.close().closeAllConnections())

async function serving(reply: Reply): Promise<string> {
  const app = new Koa().use((ctx) => deliver(ctx, reply))
  app.silent = true
  server = createServer(app.callback())
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', () => resolve()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('JSON replies are sent with their content type, whatever the value', async () => {
  for (const value of [{ a: 1 }, [], null, 'text', 7, false]) {
    const response = await fetch(await serving(jsonReply(203, value)))
    expect([response.status, response.headers.get('content-type')]).toEqual([203, 'application/json; charset=utf-8'])
    expect(await response.json()).toEqual(value)
  }
})

test('a header of the reply overrides the default content type', async () => {
  const response = await fetch(await serving(jsonReply(200, {}, { 'content-type': 'text/plain', 'x-own': 'yes' })))
  expect([response.headers.get('content-type'), response.headers.get('x-own')]).toEqual(['text/plain', 'yes'])
})

test('events are framed separately, and raw text is split into data lines', async () => {
  const sent = [{ event: 'first', data: { text: 'a\nb' } }, { data: raw('[DONE]') }, { data: raw('two\nlines') }]
  const response = await fetch(await serving(events(sent)))
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(await response.text()).toBe(
    'event: first\ndata: {"text":"a\\nb"}\n\ndata: [DONE]\n\ndata: two\ndata: lines\n\n',
  )
})

const burst = (sent: readonly ReplyEvent[], afterMs: number): Reply => ({
  status: 200,
  headers: {},
  body: { kind: 'burst', events: sent, afterMs },
})

test('a burst is sent after its delay', async () => {
  const arrived: number[] = []
  const arrivals = [60, 30, 0].map(async (afterMs) => {
    const ctx = { set: () => {} } as unknown as Context
    deliver(ctx, burst([{ data: 1 }], afterMs))
    for await (const _ of ctx.body as Readable) arrived.push(afterMs)
  })
  await Promise.all(arrivals)
  expect(arrived).toEqual([0, 30, 60])
})

test('a burst sends all events in one chunk', async () => {
  const response = await fetch(await serving(burst([{ data: 1 }, { event: 'second', data: 2 }], 5)))
  const chunks: string[] = []
  for await (const chunk of response.body!) chunks.push(Buffer.from(chunk).toString())
  expect(chunks).toEqual(['data: 1\n\nevent: second\ndata: 2\n\n'])
})

test('an event is not created before the client has read the previous ones', async () => {
  let made = 0
  const event: ReplyEvent = {
    get data() {
      made += 1
      return 'x'.repeat(10_000)
    },
  }
  const total = 20_000
  const { port } = new URL(await serving(events(Array<ReplyEvent>(total).fill(event))))
  const socket = connect(Number(port), '127.0.0.1')
  socket.pause().write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
  await expect.poll(standsStill(() => made)).toBe(true)
  expect(made).toBeLessThan(total / 2)
  socket.destroy()
})

/** Returns whether a number that began to grow is unchanged since the last call. */
function standsStill(value: () => number): () => boolean {
  let before = 0
  return () => {
    const isStill = before > 0 && before === value()
    before = value()
    return isStill
  }
}

test('a cut reply breaks the connection after its bytes', async () => {
  const reply: Reply = {
    status: 200,
    headers: {},
    body: { kind: 'chunks', type: 'text/event-stream', chunks: [Buffer.from('data: 1\n')], breaksOff: true },
  }
  const response = await fetch(await serving(reply))
  await expect(response.text()).rejects.toThrow('terminated')
})

test('a lost connection closes without a response', async () => {
  const { port } = new URL(await serving({ status: 200, headers: {}, body: { kind: 'lost' } }))
  const socket = connect(Number(port), '127.0.0.1')
  const ended = new Promise((resolve) => socket.on('close', resolve))
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
  await ended
  expect(socket.bytesRead).toBe(0)
})

test('chunks are sent one by one, without a length', async () => {
  const chunks = ['a', 'b', 'c'].map((text) => Buffer.from(text))
  const reply: Reply = { status: 200, headers: {}, body: { kind: 'chunks', type: 'text/plain', chunks } }
  const response = await fetch(await serving(reply))
  expect(response.headers.get('content-length')).toBeNull()
  expect(await response.text()).toBe('abc')
})

test('bytes are sent unchanged', async () => {
  const response = await fetch(await serving(bytes(418, 'text/html', '<p>')))
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    418,
    'text/html',
    '<p>',
  ])
})
