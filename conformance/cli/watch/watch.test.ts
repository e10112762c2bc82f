import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/index.ts'
import { httpServer, type Listening } from '../../../tests/servers.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'watch-'))
const key = 'a-secret-key'
let faulty: ReferenceServer
let mended: ReferenceServer
/** A gateway that somebody mends: what it passes requests to changes. */
let gateway: Listening
let behind: string
beforeAll(async () => {
  faulty = await startReferenceServer({ keys: [key], faults: ['usage-unknown-message'] })
  mended = await startReferenceServer({ keys: [key] })
  gateway = await httpServer((request, response) => {
    const { method, headers, url } = request
    const onward = ask(behind + url, { method: method!, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
})
afterAll(async () => {
  for (const server of [gateway, faulty, mended]) await server.close()
  rmSync(folder, { recursive: true })
})

/** Starts `mgi watch`; `shows` waits for words that come after those it waited for last. */
function started(out: string, ...args: readonly string[]) {
  behind = faulty.url
  const interruption = new AbortController()
  const stdin = new PassThrough()
  const io = capturedIo({ cwd: folder, signal: interruption.signal, stdin })
  let seen = 0
  const said = () => io.err()
  const status = runCli(
    ['watch', gateway.url, '--key', key, '--area', 'token-usage', '--profile', 'smoke', '--out', out, ...args],
    io,
  )
  return {
    ...{ io, stdin, status, end: () => interruption.abort() },
    shows: async (words: string) => {
      await expect.poll(() => said().indexOf(words, seen), { timeout: 20_000, interval: 5 }).toBeGreaterThan(-1)
      seen = said().indexOf(words, seen) + words.length
    },
  }
}

test('what failed runs again at a key, turns green, and then everything runs', async () => {
  const { io, stdin, status, shows } = started('keys')
  await shows('Waiting for a change')
  expect(io.out()).toContain('NONCONFORMING')
  stdin.write('\n')
  await shows('Running again what failed: 1 result (Enter)')
  await shows('0 of 1 pass now.')
  expect(io.out()).toMatch(/✗ fail usage\.\S+ on usage\.token: .*\n {4}curl /)
  await shows('Waiting for a change')
  behind = mended.url
  stdin.write('\n')
  await shows('All that failed passes now. Running everything')
  expect(io.out()).toMatch(/✓ pass usage\.\S+ on usage\.token: passes now/)
  await shows('Waiting for a change')
  expect(io.out()).toMatch(/✗ NONCONFORMING.*✓ CONFORMING/s)
  stdin.write('q\n')
  expect(await status).toBe(0)
  expect(io.out() + io.err()).not.toContain('\u001b')
  expect(io.out() + io.err()).not.toContain(key)
})

test('a file that changes sets it off; Ctrl-C ends it with 130', async () => {
  const source = join(folder, 'src')
  mkdirSync(source)
  const { status, shows, end } = started('files', '--watch', 'src')
  await shows('Waiting for a change')
  behind = mended.url
  writeFileSync(join(source, 'gateway.js'), '// mended')
  await shows('(gateway.js changed)')
  await shows('1 of 1 pass now.')
  end()
  expect(await status).toBe(130)
})

test('without anything that failed a key runs everything; Ctrl-C while it waits is 130', async () => {
  const { status, stdin, shows, end } = started('green')
  behind = mended.url
  await shows('Waiting for a change')
  stdin.write('a\n')
  await shows('Running everything (a)')
  await shows('Waiting for a change')
  end()
  expect(await status).toBe(130)
})

test.each([
  [['watch'], 'mgi watch needs the URL'],
  [['watch', 'http://127.0.0.1:1', '--key', key, '--watch', 'nowhere'], '--watch nowhere: there is no such file'],
])('%j is a usage error', async (args, words) => {
  const io = capturedIo({ cwd: folder })
  expect([await runCli(args, io), io.err()]).toEqual([2, expect.stringContaining(words)])
})
