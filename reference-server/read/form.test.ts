import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Koa from 'koa'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FormReader, formReader } from './form.ts'

let server: Server
let forms: FormReader
let folder: string
const outcomes: string[] = []

beforeEach(async () => {
  outcomes.length = 0
  folder = await mkdtemp(join(tmpdir(), 'mgi-form-test-'))
  forms = formReader(100_000, folder)
  const app = new Koa().use(async (ctx) => {
    try {
      ctx.body = JSON.stringify(await forms.read(ctx))
    } finally {
      outcomes.push(String(ctx.status))
    }
  })
  app.silent = true
  server = createServer(app.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
})
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve).closeAllConnections())
  await forms.close()
  expect(readdirSync(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

function port(): number {
  return (server.address() as AddressInfo).port
}

async function read(body: FormData): Promise<{ kind: string; value?: Record<string, unknown> }> {
  const response = await fetch(`http://127.0.0.1:${port()}`, { method: 'POST', body })
  return (await response.json()) as { kind: string }
}

async function readText(body: string, type = 'multipart/form-data; boundary=x') {
  const response = await fetch(`http://127.0.0.1:${port()}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  return (await response.json()) as { kind: string; value?: Record<string, unknown> }
}

/** Returns all files below the reader's folder. */
function left(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

test('fields are read by name, files by their facts, and temporary files are removed', async () => {
  const form = new FormData()
  form.append('prompt', 'ein Drachen 🪁')
  form.append('n', '3')
  form.append('user', new Blob(['me'], { type: 'text/plain' }))
  form.append('image[]', new Blob(['no image']), 'a.png')
  form.append('image[]', new Blob([]), 'b.png')
  const { value } = await read(form)
  expect(value).toMatchObject({ prompt: 'ein Drachen 🪁', n: 3, user: 'me' })
  const nothing = { width: 0, height: 0, square: false, alpha: 'none', format: 'other', field: 'image[]' }
  expect(value?.['image']).toEqual([
    { ...nothing, bytes: 8, digest: expect.stringMatching(/^[\da-f]{64}$/) },
    { ...nothing, bytes: 0, digest: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  ])
  expect(left()).toEqual([])
})

test.each([
  ['3', 3],
  ['-1', -1],
  ['03', '03'],
  ['1.5', '1.5'],
  ['', ''],
  ['many', 'many'],
])('n of %j is read as %j', async (text, told) => {
  const form = new FormData()
  form.append('n', text)
  expect((await read(form)).value).toEqual({ n: told })
})

test('the first value of a repeated field is used', async () => {
  const form = new FormData()
  form.append('prompt', 'one')
  form.append('prompt', 'two')
  expect((await read(form)).value).toEqual({ prompt: 'one' })
})

test.each([
  '7bit',
  '8bit',
  'binary',
  'BINARY',
])('a text in the transfer encoding %s is read as UTF-8', async (encoding) => {
  const form = `--x\r\ncontent-disposition: form-data; name="prompt"\r\ncontent-transfer-encoding: ${encoding}\r\n\r\ngrün\r\n--x--\r\n`
  expect(await readText(form)).toEqual({ kind: 'value', value: { prompt: 'grün' } })
})

test('a text in base64 is decoded', async () => {
  const form = `--x\r\ncontent-disposition: form-data; name="prompt"\r\ncontent-transfer-encoding: base64\r\n\r\n${btoa('green')}\r\n--x--\r\n`
  expect(await readText(form)).toEqual({ kind: 'value', value: { prompt: 'green' } })
})

test('a part with a filename is a file even without a content type', async () => {
  const form = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nbytes\r\n--x--\r\n'
  expect(await readText(form)).toMatchObject({ value: { image: [{ field: 'image', bytes: 5 }] } })
})

test('many files keep their order and their bytes', async () => {
  const contents = Array.from({ length: 50 }, (_, at) => Buffer.alloc((at * 991) % 3000, at))
  const form = new FormData()
  for (const bytes of contents) form.append('image', new Blob([bytes]), 'a.png')
  const digests = contents.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  expect((await read(form)).value?.['image']).toMatchObject(digests.map((digest) => ({ digest })))
})

test.each([
  ['application/json', '{}'],
  ['application/x-www-form-urlencoded', 'prompt=green'],
  ['multipart/mixed; boundary=x', '--x--\r\n'],
])('a body of the type %s is not read', async (type, body) => {
  const why = 'The content type of the request is not multipart/form-data.'
  expect(await readText(body, type)).toEqual({ kind: 'unreadable', why })
})

test('white space after the boundary, and more fields than the document names, are accepted', async () => {
  const parts = Array.from(
    { length: 80 },
    (_, at) => `--x\r\ncontent-disposition: form-data; name="f${at}"\r\n\r\n1\r\n`,
  )
  const { value } = await readText(`${parts.join('')}--x--\r\n`, 'multipart/form-data; boundary=x ; charset=utf-8')
  expect(Object.keys(value ?? {})).toHaveLength(80)
})

test('a form with a file that is too large leaves no files behind', async () => {
  const form = new FormData()
  form.append('image', new Blob(['x'.repeat(200_000)]), 'a.png')
  expect(await read(form)).toEqual({ kind: 'too-large' })
  await expect.poll(left).toEqual([])
})

test('an interrupted form leaves no files behind', async () => {
  const socket = connect(port(), '127.0.0.1')
  const part = '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\ncontent-type: image/png\r\n\r\n'
  socket.write('POST / HTTP/1.1\r\nhost: here\r\ncontent-type: multipart/form-data; boundary=x\r\n')
  socket.write(`content-length: 90000\r\n\r\n${part}${'x'.repeat(50_000)}`)
  await expect.poll(() => left().length).toBe(1)
  socket.destroy()
  await expect.poll(() => outcomes.length).toBe(1)
  await expect.poll(left).toEqual([])
})
