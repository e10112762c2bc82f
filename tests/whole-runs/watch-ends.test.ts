import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { urlOfNobody } from '../serve.ts'

const mgi = fileURLToPath(new URL('../../dist/conformance/product/cli/main.js', import.meta.url))
let project: string

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'watch-ends-'))
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
  symlinkSync(mgi, join(project, 'node_modules/.bin/mgi'))
  writeFileSync(join(project, 'package.json'), '{ "name": "client", "version": "1.0.0" }\n')
  const answer = '(request, response) => response.end("{}")'
  writeFileSync(
    join(project, 'server.js'),
    `require('node:http').createServer(${answer}).listen(process.argv[2], '127.0.0.1')\n`,
  )
})
afterAll(() => rmSync(project, { recursive: true }))

/** Starts a watch of a gateway in a process group of its own, and waits until its first run is over. */
async function started(program: string, args: readonly string[]) {
  const url = await urlOfNobody()
  const few = ['--key', 'test-key', '--area', 'token-usage', '--profile', 'smoke']
  const restart = ['--restart', `"${process.execPath}" server.js ${new URL(url).port}`]
  const child: ChildProcess = spawn(program, [...args, 'watch', url, ...few, ...restart], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
  })
  let told = ''
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    told += text
  })
  await expect.poll(() => told).toContain('Waiting for changes')
  expect((await fetch(url)).status).toBe(200)
  return { child, url }
}

test('SIGTERM to npx ends the watch and its gateway', async () => {
  const { child, url } = await started('npx', ['mgi'])
  child.kill('SIGTERM')
  // The stream closes when the last process that has it ends, the watch behind npx included.
  await once(child, 'close')
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('closing the terminal ends npx, the watch and its gateway', async () => {
  const { child, url } = await started('npx', ['mgi'])
  // A terminal sends the signal to all processes of its group. npx alone would leave its shell behind.
  process.kill(-child.pid!, 'SIGHUP')
  await once(child, 'close')
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('%s to mgi ends the watch and its gateway', async (signal) => {
  const { child, url } = await started(process.execPath, [mgi])
  child.kill(signal)
  expect(await once(child, 'close')).toEqual([130, null])
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})
