import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const mgi = fileURLToPath(new URL('../../dist/conformance/product/cli/main.js', import.meta.url))
let project: string

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'serve-ends-'))
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
  symlinkSync(mgi, join(project, 'node_modules/.bin/mgi'))
  writeFileSync(join(project, 'package.json'), '{ "name": "client", "version": "1.0.0" }\n')
})
afterAll(() => rmSync(project, { recursive: true }))

/** Starts a server as a program does. Returns the process and the base URL. */
async function started(program: string, args: readonly string[], stdin: 'pipe' | 'ignore') {
  const child: ChildProcess = spawn(program, args, { cwd: project, stdio: [stdin, 'pipe', 'ignore'] })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, url: line.toString().trim() }
}

/**
 * Asserts that the server has ended. The stream only closes when all processes that share it have ended, including the
 * server behind npx.
 */
async function assertGone(child: ChildProcess, url: string): Promise<void> {
  await once(child, 'close')
  await expect(fetch(url)).rejects.toThrow('fetch failed')
}

test('npx mgi serve ends when the program that started it closes its standard input', async () => {
  const { child, url } = await started('npx', ['mgi', 'serve'], 'pipe')
  child.stdin?.end()
  await assertGone(child, url)
})

test.each([
  'pipe',
  'ignore',
] as const)('when npx is terminated (standard input: %s), the server ends', async (stdin) => {
  const { child, url } = await started('npx', ['mgi', 'serve'], stdin)
  child.kill('SIGTERM')
  await assertGone(child, url)
})

test('without a pipe it goes on until a signal', async () => {
  const { child, url } = await started(process.execPath, [mgi, 'serve'], 'ignore')
  expect((await fetch(`${url}/api/usage/token`)).status).toBe(401)
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
})
