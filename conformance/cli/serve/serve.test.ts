import { expect, test } from 'vitest'
import { serve } from '../../../tests/serve.ts'
import type { Exchange } from '../../model/exchange.ts'
import { createClient } from '../../sources/client.ts'
import { capturedIo } from '../captured-io.golden.ts'
import { runCli } from '../run-cli.ts'

/** Runs `mgi serve` until the body is done with its base URL. */
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

test('it prints its base URL as one line, answers there, and ends with 0 when told to', async () => {
  const { status, out, err } = await whileServing([], async (url) => {
    expect((await usage(url, 'test-key')).response?.status).toBe(200)
    expect((await usage(url, 'other-key')).response?.status).not.toBe(200)
  })
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/)
})

test('it lets in the keys it is given', async () => {
  await whileServing(['--key', 'one-key', '--key', 'another-key'], async (url) => {
    expect((await usage(url, 'one-key')).response?.status).toBe(200)
    expect((await usage(url, 'another-key')).response?.status).toBe(200)
    expect((await usage(url, 'test-key')).response?.status).not.toBe(200)
  })
})

test('a taken port is misuse', async () => {
  const { port } = new URL((await serve(() => {})).url)
  const io = capturedIo()
  expect(await runCli(['serve', '--port', port], io)).toBe(2)
  expect(io.err()).toBe(`mgi: port ${port} is taken; give another --port, or 0 for any free one\n`)
})

test('an unknown fault is misuse', async () => {
  const io = capturedIo()
  expect(await runCli(['serve', '--fault', 'no-such-fault'], io)).toBe(2)
  expect(io.err()).toMatch(/^mgi: there is no fault "no-such-fault"/)
  expect(io.out()).toBe('')
})
