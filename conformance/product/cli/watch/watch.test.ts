import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'
import { type FixableGateway, key, startedWatch, startFixableGateway } from './fixable-gateway.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'watch-'))
let gateway: FixableGateway
beforeAll(async () => {
  gateway = await startFixableGateway(['usage-unknown-message'])
})
afterAll(async () => {
  await gateway.close()
  rmSync(folder, { recursive: true })
})

/** Starts `mgi watch`. `shows` waits for words after those of its last call. */
function started(out: string, target = gateway, ...args: readonly string[]) {
  target.be('faulty')
  const few = ['--area', 'token-usage', '--profile', 'smoke', '--out', out]
  const watching = startedWatch(folder, [target.url, '--key', key, ...few, ...args])
  let seen = 0
  const said = () => watching.io.err()
  return {
    ...watching,
    shows: async (words: string) => {
      await expect.poll(() => said().indexOf(words, seen)).toBeGreaterThan(-1)
      seen = said().indexOf(words, seen) + words.length
    },
  }
}

test('Enter sends failed cases again, and a full run follows once they pass', async () => {
  const { io, stdin, status, shows } = started('keys')
  await shows('Waiting for changes. Page: http://127.0.0.1:')
  expect(io.out()).toContain('NONCONFORMING')
  stdin.write('\n')
  await shows('Sending 1 failed case again (Enter)')
  await shows('0 of 1 failed case passes now')
  expect(io.out()).toMatch(/: still failing\n {2}answer: .*\n {2}usage\.\S+: fail as before/)
  await shows('Waiting for changes')
  gateway.be('fixed')
  stdin.write('\n')
  await shows('1 of 1 failed case passes now')
  await shows('Running everything (all failed cases pass now)')
  expect(io.out()).toMatch(/: fixed\n.*\n {2}usage\.\S+: fail, now pass/)
  await shows('Waiting for changes')
  expect(io.out()).toMatch(/✗ NONCONFORMING.*✓ CONFORMING/s)
  stdin.write('q\n')
  expect(await status).toBe(0)
  expect(io.out() + io.err()).not.toContain('\u001b')
  expect(io.out() + io.err()).not.toContain(key)
})

test('the page sends the failed cases of one requirement again, and nothing follows', async () => {
  const { io, stdin, status, shows } = started('page')
  await shows('Waiting for changes')
  const [, page] = /Page: (\S+)/.exec(io.err())!
  const [, id] = /→ (\S+) on usage\.token/.exec(io.out())!
  gateway.be('fixed')
  await fetch(`${page}again/${id}`, { method: 'POST' })
  await shows('Sending 1 failed case again (the page)')
  await shows('1 of 1 failed case passes now')
  await shows('Waiting for changes')
  await fetch(`${page}again/usage.reply-code`, { method: 'POST' })
  await shows('No failed case of usage.reply-code in the last complete run')
  await shows('Waiting for changes')
  stdin.write('q\n')
  expect(await status).toBe(1)
  expect(io.err()).not.toContain('Running everything (all failed cases pass now)')
})

test('a changed file triggers the failed cases, and Ctrl-C ends with 130', async () => {
  const source = join(folder, 'src')
  mkdirSync(source)
  const { status, shows, end } = started('files', gateway, '--on-change', 'src')
  await shows('Waiting for changes')
  gateway.be('fixed')
  writeFileSync(join(source, 'gateway.js'), '// fixed')
  await shows('(gateway.js changed)')
  await shows('1 of 1 failed case passes now')
  end()
  expect(await status).toBe(130)
})

test('a case passes as soon as all but known failures pass, and not while it is answered otherwise', async () => {
  const partly = await startFixableGateway(['usage-object-token'], ['usage-expires-string'])
  onTestFinished(partly.close)
  const list = [{ requirement: 'usage.reply-expires-at', reason: 'fixed in 2.4' }]
  writeFileSync(join(folder, 'known.json'), JSON.stringify(list))
  const { io, stdin, status, shows, end } = started('known', partly, '--known-failures', 'known.json')
  await shows('Waiting for changes')
  partly.be('busy')
  stdin.write('\n')
  await shows('0 of 1 failed case passes now')
  await shows('Waiting for changes')
  partly.be('fixed')
  stdin.write('\n')
  await shows('1 of 1 failed case passes now')
  expect(io.out()).toMatch(/: fixed; 1 known failure as before\n/)
  expect(io.out()).toContain('usage.reply-expires-at: known failure as before\n')
  end()
  expect(await status).toBe(130)
})

test('a full run follows if the evidence is missing', async () => {
  const { stdin, shows, end, status } = started('no-evidence')
  await shows('Waiting for changes')
  rmSync(join(folder, 'no-evidence/exchanges.ndjson'))
  stdin.write('\n')
  await shows('there is no exchanges.ndjson')
  await shows('Running everything (the failed cases cannot be sent again)')
  await shows('Waiting for changes')
  end()
  expect(await status).toBe(130)
})

test('a key press triggers a full run if nothing failed, and Ctrl-C ends with 130', async () => {
  const { status, stdin, shows, end } = started('green')
  gateway.be('fixed')
  await shows('Waiting for changes')
  stdin.write('a\n')
  await shows('Running everything (a)')
  await shows('Waiting for changes')
  end()
  expect(await status).toBe(130)
})

test.each([
  [['watch'], 'mgi watch needs the URL'],
  [
    ['watch', 'http://127.0.0.1:1', '--key', key, '--on-change', 'nowhere'],
    '--on-change nowhere: there is no such file',
  ],
  [['watch', 'http://127.0.0.1:1', '--key', key, '--port', 'x'], '--port'],
])('%j is a usage error', async (args, words) => {
  const io = capturedIo({ cwd: folder })
  expect([await runCli(args, io), io.err()]).toEqual([2, expect.stringContaining(words)])
})

test('--restart is rejected if something listens at the target', async () => {
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['watch', gateway.url, '--key', key, '--restart', 'exit 1'], io)).toBe(2)
  expect(io.err()).toContain(`something listens at ${gateway.url} already`)
})

test('a port in use is a usage error', async () => {
  const io = capturedIo({ cwd: folder })
  const { port } = new URL(gateway.url)
  expect(await runCli(['watch', gateway.url, '--key', key, '--port', port], io)).toBe(2)
  expect(io.err()).toContain(`port ${port} is in use`)
})

test('--seed random draws and prints a new seed for each complete run', async () => {
  const { io, stdin, status, shows } = started('seeds', gateway, '--seed', 'random')
  await shows('Waiting for changes')
  stdin.write('a\n')
  await shows('Waiting for changes')
  stdin.write('q\n')
  await status
  const seeds = [...io.err().matchAll(/^mgi: drawn seed: (\d+)$/gm)].map(([, seed]) => seed)
  expect(new Set(seeds).size).toBe(2)
  expect(io.out()).toContain(`seed ${seeds[1]}`)
})
