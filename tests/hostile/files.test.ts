import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const mgi = fileURLToPath(new URL('../../dist/conformance/product/cli/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'hostile-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts `mgi` in a shell, with `before` ahead of the command and `after` behind it. */
function started(args: readonly string[], { before = '', after = '' } = {}) {
  const script = `${before} exec "$@" ${after}`
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, mgi, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { out: '', err: '' }
  child.stdout.on('data', (data: Buffer) => (written.out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (written.err += data.toString()))
  const ended = once(child, 'close').then(([status, signal]) => ({ status, signal, ...written }))
  return { child, ended }
}

const lines = (text: string) => text.trimEnd().split('\n')

test.each([
  ['requirements'],
  ['--version'],
  ['openapi'],
])('mgi %s whose standard output cannot be written ends with 2 and one line', async (command) => {
  const { status, err } = await started([command], { after: '> /dev/full' }).ended
  expect(status).toBe(2)
  expect(lines(err)).toEqual(['mgi: standard output cannot be written (ENOSPC); write to a file, or free some space'])
})

test('a reader that closes the pipe is no error', async () => {
  const { child, ended } = started(['openapi'])
  child.stdout.destroy()
  expect(await ended).toMatchObject({ status: 0, err: '' })
})

test.each([20, 26, 32, 40])('with %i file descriptors, one line says so, and the status is 3', async (limit) => {
  const { status, err } = await started(['requirements'], { before: `ulimit -n ${limit};` }).ended
  expect(status).toBe(3)
  expect(lines(err)).toEqual([expect.stringMatching(/^mgi.*EMFILE.*ulimit -n/)])
})

const smoke = ['run', '--profile', 'smoke', '--area', 'token-usage', '--out']

describe('evidence that takes minutes to read', () => {
  beforeAll(async () => {
    expect((await started([...smoke, 'one']).ended).status).toBe(0)
    const [header] = lines(readFileSync(join(folder, 'one/exchanges.ndjson'), 'utf8'))
    writeFileSync(join(folder, 'endless.ndjson'), `${header}\n`)
    // A sparse file, whose second line does not end.
    truncateSync(join(folder, 'endless.ndjson'), 2 ** 43)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the command, and nothing is left', async (signal) => {
    const { child, ended } = started(['merge', 'endless.ndjson', 'one', '--out', 'merged'])
    await expect.poll(() => existsSync(join(folder, 'merged/.mgi-lock'))).toBe(true)
    child.kill(signal)
    expect((await ended).status).toBe(130)
    expect(readdirSync(folder)).not.toContain('merged')
  })
})

describe('two commands that write to one folder', () => {
  test('the second ends with 2 and names the first, and the lock of one that was killed is taken over', async () => {
    const first = started(['proxy', '--target', 'http://127.0.0.1:9', '--out', 'shared'])
    await once(first.child.stdout, 'data')
    const second = await started(['run', '--profile', 'smoke', '--out', 'shared']).ended
    expect(second.status).toBe(2)
    expect(lines(second.err)).toEqual([
      expect.stringContaining(`another command is writing to it (mgi proxy, process ${first.child.pid})`),
    ])
    first.child.kill('SIGKILL')
    await first.ended
    const third = await started([...smoke, 'shared']).ended
    expect(third.status).toBe(0)
    expect(readdirSync(join(folder, 'shared'))).not.toContain('.mgi-lock')
  })
})
