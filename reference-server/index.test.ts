import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ReferenceServer, startReferenceServer } from './index.ts'

let server: ReferenceServer
beforeAll(async () => {
  server = await startReferenceServer()
})
afterAll(() => server.close())

const headers = { 'content-type': 'application/json', 'x-api-key': 'test-key', 'provider-version': '2023-06-01' }

function post(path: string, body: string): Promise<Response> {
  return fetch(server.url + path, { method: 'POST', headers, body })
}

/** Opens a raw connection and collects its responses as text. */
function dial(url: string): { socket: Socket; told: Promise<string> } {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const told = new Promise<string>((resolve) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text)).on('error', () => {})
  })
  return { socket, told }
}

const body = '{"model":"messages-model-1","max_tokens":50,"messages":[{"role":"user","content":"hello"}]}'
const head = `POST /v1/messages HTTP/1.1\r\nhost: localhost\r\nx-api-key: test-key\r\nprovider-version: 1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`

describe('a broken connection', () => {
  test.each([
    ['in the head', 'POST /v1/messages HTTP/1.1\r\nhos'],
    ['in a JSON body', head + body.slice(0, 20)],
    [
      'in a form',
      'POST /v1/images/edits HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 900\r\n\r\n--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\ncontent-type: image/png\r\n\r\nabc',
    ],
  ])('%s does not affect other requests', async (_, sent) => {
    const { socket, told } = dial(server.url)
    socket.write(sent, () => socket.destroy())
    await told
    expect((await post('/v1/messages', body)).status).toBe(200)
  })

  test('in a stream does not affect other requests', async () => {
    const stream = `${body.slice(0, -1)},"stream":true}`
    const { socket, told } = dial(server.url)
    socket.once('data', () => socket.destroy())
    socket.write(head.replace(/content-length: \d+/, `content-length: ${stream.length}`) + stream)
    await told
    expect((await post('/v1/messages', body)).status).toBe(200)
  })
})

describe('closing', () => {
  test('completes a request in progress and accepts no others', async () => {
    const closing = await startReferenceServer()
    const { socket, told } = dial(closing.url)
    const once = head.replace('host: localhost', 'host: localhost\r\nconnection: close')
    await new Promise<void>((resolve) => socket.write(once + body.slice(0, 20), () => resolve()))
    await fetch(`${closing.url}/nothing`)
    const closed = closing.close()
    socket.write(body.slice(20))
    expect(await told).toMatch(/^HTTP\/1.1 200 OK/)
    await closed
    await expect(fetch(closing.url)).rejects.toThrow()
  })

  test('does not wait for an idle client', async () => {
    const closing = await startReferenceServer()
    const { socket, told } = dial(closing.url)
    await new Promise<void>((resolve) => socket.write(head, () => resolve()))
    await fetch(`${closing.url}/nothing`)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const closed = closing.close()
    vi.advanceTimersByTime(1000)
    await closed
    expect(await told).toBe('')
  })
})

test('starting on a port in use rejects with EADDRINUSE', async () => {
  const port = Number(new URL(server.url).port)
  await expect(startReferenceServer({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('starting with an unknown fault rejects with a suggestion', async () => {
  await expect(startReferenceServer({ faults: ['no-such-fault'] })).rejects.toThrow(
    'unknown fault "no-such-fault"; npx mgi faults lists them',
  )
  await expect(startReferenceServer({ faults: ['usage-202'] })).rejects.toThrow('(did you mean "usage-201"?)')
})

test.each([true, false])('counting differences (%s) does not change when a fault begins', async (countsDifferences) => {
  const faulty = await startReferenceServer({ faults: ['images-url-other-later'], countsDifferences })
  onTestFinished(() => faulty.close())
  const asked = { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer test-key' } }
  const reply = await fetch(`${faulty.url}/v1/images/generations`, { ...asked, body: '{"prompt":"a kite"}' })
  const { data } = (await reply.json()) as { data: readonly { url: string }[] }
  const pictureAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer()).toString('base64')
  const [first, second, third] = [
    await pictureAt(data[0]!.url),
    await pictureAt(data[0]!.url),
    await pictureAt(data[0]!.url),
  ]
  expect(second).not.toBe(first)
  expect(third).toBe(second)
})
