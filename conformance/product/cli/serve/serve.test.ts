import { expect, test } from 'vitest'
import { serve } from '../../../../tests/serve.ts'
import type { Exchange } from '../../../core/model/exchange.ts'
import { createClient } from '../../../engine/record/client/client.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

/** Runs `mgi serve` until `body` has finished. `body` gets the base URL. */
async function whileServing(args: readonly string[], body: (url: string) => Promise<void>) {
  const end = new AbortController()
  const io = capturedIo({ signal: end.signal })
  let listening: (url: string) => void = () => {}
  const url = new Promise<string>((resolve) => {
    listening = resolve
  })
  const stdout = { write: (text: string) => [io.stdout.write(text), listening(text)] }
  const ended = runCli(['serve', ...args], { ...io, stdout })
  await body((await url).trim())
  end.abort()
  return { status: await ended, out: io.out(), err: io.err() }
}

async function usage(baseUrl: string, key: string): Promise<Exchange> {
  const client = createClient({ baseUrl, names: { key }, timeoutMs: 20_000, maxResponseBytes: 1e6 })
  try {
    return await client.send(
      {
        method: 'GET',
        path: '/api/usage/token',
        headers: [['authorization', 'Bearer «key:valid»']],
        body: new Uint8Array(),
      },
      'a',
    )
  } finally {
    await client.close()
  }
}

test('the server prints its base URL, answers there and ends with 0 when stopped', async () => {
  const { status, out, err } = await whileServing([], async (url) => {
    expect((await usage(url, 'test-key')).response?.status).toBe(200)
    expect((await usage(url, 'other-key')).response?.status).not.toBe(200)
  })
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/)
})

test('the server accepts the keys given by --key', async () => {
  await whileServing(['--key', 'one-key', '--key', 'another-key'], async (url) => {
    expect((await usage(url, 'one-key')).response?.status).toBe(200)
    expect((await usage(url, 'another-key')).response?.status).toBe(200)
    expect((await usage(url, 'test-key')).response?.status).not.toBe(200)
  })
})

test('a port in use is a usage error', async () => {
  const { port } = new URL((await serve(() => {})).url)
  const io = capturedIo()
  expect(await runCli(['serve', '--port', port], io)).toBe(2)
  expect(io.err()).toBe(`mgi: port ${port} is in use; give another --port, or 0 for any free one\n`)
})

test('an unknown fault is a usage error', async () => {
  const io = capturedIo()
  expect(await runCli(['serve', '--fault', 'no-such-fault'], io)).toBe(2)
  expect(io.err()).toMatch(/^mgi: unknown fault "no-such-fault"/)
  expect(io.out()).toBe('')
})

test('a fault limited by --on shows only on that operation', async () => {
  const statusOf = async (url: string, action: string) => {
    const headers = { authorization: 'Bearer test-key', 'content-type': 'application/json' }
    const reply = await fetch(`${url}/v1beta/models/content-model-1:${action}`, { method: 'POST', headers, body: '{}' })
    return ((await reply.json()) as { error: { code: unknown } }).error.code
  }
  await whileServing(['--fault', 'content-error-code-as-text', '--on', 'content.stream'], async (url) => {
    expect(await statusOf(url, 'generateContent')).toBe(400)
    expect(await statusOf(url, 'streamGenerateContent')).toBe('http_error')
  })
})

test.each([
  ['--on messages.create', '--on limits faults to one operation; add a fault with --fault ID'],
  [
    '--fault usage-201 --on messages.create',
    '--on messages.create: fault usage-201 does not affect that operation; it affects usage.token',
  ],
  [
    '--fault images-url-gone --on images.edit',
    "--on images.edit: fault images-url-gone cannot be limited to one operation: it alters what a picture's address leads to, and that request belongs to no operation",
  ],
])('%s is a usage error', async (line, message) => {
  const io = capturedIo()
  expect(await runCli(['serve', ...line.split(' ')], io)).toBe(2)
  expect(io.err()).toBe(`mgi: ${message}\n`)
})

test('an unknown operation is a usage error that lists the valid ones', async () => {
  const io = capturedIo()
  expect(await runCli(['serve', '--fault', 'usage-201', '--on', 'usage'], io)).toBe(2)
  expect(io.err()).toContain('usage.token')
})

test('a fault under a trigger can be served, but not limited by --on', async () => {
  const { status } = await whileServing(['--fault', 'trigger:1:3'], async (url) => {
    expect((await usage(url, 'test-key')).response?.status).toBe(200)
  })
  expect(status).toBe(0)
  const io = capturedIo()
  const limited = ['serve', '--fault', 'trigger:1:3', '--on', 'messages.create']
  expect(await runCli(limited, io)).toBe(2)
  expect(io.err()).toContain('affects one operation only; leave out --on')
})

test('--log prints a line per request to stderr, without keys', async () => {
  const { err } = await whileServing(['--log'], async (url) => {
    expect((await usage(url, 'other-key')).response).not.toBeNull()
  })
  expect(err).toMatch(/^GET \/api\/usage\/token \d+ \d+ ms: token not found\n$/)
})

test('--log marks only responses that a fault changed', async () => {
  const { err } = await whileServing(['--log', '--fault', 'usage-201'], async (url) => {
    await usage(url, 'test-key')
    await usage(url, 'other-key')
  })
  expect(err).toMatch(
    /^GET \/api\/usage\/token 201 \d+ ms \[fault usage-201\]\nGET \/api\/usage\/token 401 \d+ ms: token not found\n$/,
  )
})

test('--cors allows the given origin, and an invalid origin is a usage error', async () => {
  await whileServing(['--cors', '*'], async (url) => {
    const reply = await fetch(`${url}/api/usage/token`)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  })
  const io = capturedIo()
  expect(await runCli(['serve', '--cors', 'localhost/'], io)).toBe(2)
  expect(io.err()).toBe('mgi: --cors localhost/ is not an origin; give one such as http://localhost:3000, or *\n')
})

test('--model maps model names of the specification to other names', async () => {
  const ask = async (url: string, model: string): Promise<number> => {
    const response = await fetch(`${url}/v1beta/models/${model}:generateContent?key=test-key`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"contents":[{"parts":[{"text":"Name a color."}]}]}',
    })
    await response.text()
    return response.status
  }
  await whileServing(['--model', 'content=gemini-2.5-flash'], async (url) => {
    expect([await ask(url, 'gemini-2.5-flash'), await ask(url, 'gemini-2.5-pro')]).toEqual([200, 404])
  })
  await whileServing(['--model', 'content=*'], async (url) => {
    expect([await ask(url, 'gemini-2.5-flash'), await ask(url, 'gemini-2.5-pro')]).toEqual([200, 200])
  })
})

test.each([
  ['content', '--model content: write MODEL=NAME, such as content=gemini-2.5-flash'],
  ['messages=claude', '--model messages: expected one of content, '],
])('--model %s is a usage error', async (text, message) => {
  const io = capturedIo()
  expect(await runCli(['serve', '--model', text], io)).toBe(2)
  expect(io.err()).toContain(message)
})

test('the server ends with the reason when the program that started it has ended', async () => {
  const io = { ...capturedIo(), untilStarterEnds: async () => 'standard input was closed' }
  expect(await runCli(['serve'], io)).toBe(0)
  expect(io.err()).toBe('mgi: standard input was closed; the server ends\n')
})
