import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import { urlOfNobody } from '../../../../tests/serve.ts'
import { connectionError } from '../../run/target/reachable.ts'
import { key, startedWatch } from './fixable-gateway.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'restart-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the code of a gateway with this answer. It records its process id and that of a child process. */
function gatewayFile(port: string, answer: string): string {
  return `
const { spawn } = require('node:child_process')
const { appendFileSync } = require('node:fs')
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
appendFileSync('processes', process.pid + ' ' + child.pid + ' ')
const data = { object: 'token_usage', name: 'n', total_granted: 3, total_used: 1, total_available: 2, unlimited_quota: false, model_limits: {}, model_limits_enabled: false, expires_at: 0 }
require('node:http').createServer((request, response) => {
  const isKnown = request.headers.authorization?.replace(/^Bearer (sk-)?/, '') === '${key}'
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isKnown ? ${answer} : { success: false, message: 'no' }))
}).listen(${port}, '127.0.0.1', () => console.log('listening with ${key}'))
`
}

const processes = () => readFileSync(join(folder, 'processes'), 'utf8').trim().split(' ').map(Number)

function lives(id: number): boolean {
  try {
    // A process that ended remains as a zombie until its parent waits for it.
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'))
      ? process.kill(id, 0)
      : false
  } catch {
    return false
  }
}

test('the gateway is restarted when a file changes, and stopped with its child processes', async () => {
  const url = await urlOfNobody()
  const { port } = new URL(url)
  const file = join(folder, 'gateway.cjs')
  writeFileSync(file, gatewayFile(port, `{ code: true, message: 'ok', data: { ...data, total_granted: 9 } }`))
  const few = ['--area', 'token-usage', '--requirement', 'usage.totals-*', '--profile', 'smoke']
  const restart = ['--on-change', 'gateway.cjs', '--restart', `"${process.execPath}" gateway.cjs & wait`]
  const { io, end, status } = startedWatch(folder, [url, '--key', key, ...few, ...restart])
  const shows = (words: string | RegExp) => expect.poll(io.err).toMatch(words)
  await shows(/gateway: listening.*Waiting for changes/s)
  expect(io.out()).toContain('NONCONFORMING')
  const former = processes()
  expect(former.map(lives)).toEqual([true, true])

  writeFileSync(file, gatewayFile(port, `{ code: true, message: 'ok', data }`))
  await shows(
    /Starting the gateway.*Restarting the gateway.*gateway\.cjs changed.*1 of 1 failed case passes now.*Waiting for changes/s,
  )
  expect(former.map(lives)).toEqual([false, false])
  expect(processes().map(lives)).toEqual([false, false, true, true])

  end()
  expect(await status).toBe(130)
  expect(processes().map(lives)).toEqual([false, false, false, false])
  expect(await connectionError(url)).toContain('ECONNREFUSED')
  expect(io.err() + io.out()).not.toContain(key)
})

test('a gateway is ready when it listens at the base URLs of all tested areas', async () => {
  const [silent, own] = [await urlOfNobody(), await urlOfNobody()]
  const unused = await urlOfNobody()
  const config = { target: silent, baseUrls: { 'token-usage': own, messages: unused } }
  writeFileSync(join(folder, 'areas.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'areas.cjs'), gatewayFile(new URL(own).port, `{ code: true, message: 'ok', data }`))
  const few = ['--area', 'token-usage', '--requirement', 'usage.totals-*', '--profile', 'smoke']
  const restart = ['--restart', `"${process.execPath}" areas.cjs`]
  const { io, end, status } = startedWatch(folder, ['--config', 'areas.json', '--key', key, ...few, ...restart])
  await expect.poll(io.err).toMatch(/gateway: listening.*Waiting for changes/s)
  expect(io.out()).toContain('CONFORMING')
  expect(io.err()).not.toContain('no connection')
  end()
  expect(await status).toBe(130)
})

test.each([
  ['Node.js', "throw new TypeError('no route for a-secret-key')", 'status 1: TypeError: no route for «key:valid»'],
  ['another program', "console.error('cannot bind\\n'); process.exit(3)", 'status 3: cannot bind'],
])('a crashed gateway is reported with its error on the terminal and on the page: %s', async (_what, code, words) => {
  const url = await urlOfNobody()
  writeFileSync(join(folder, 'crashing.cjs'), code)
  const restart = ['--restart', `"${process.execPath}" crashing.cjs`]
  const { io, end, status } = startedWatch(folder, [url, '--key', key, '--area', 'token-usage', ...restart])
  await expect.poll(io.err).toMatch(/Waiting for changes/)
  expect(io.err()).toContain(`The gateway crashed: it ended with ${words}\n`)
  const page = /Page: (\S+)/.exec(io.err())?.[1] ?? ''
  expect(await (await fetch(page)).text()).toContain(`it ended with ${words}`)
  end()
  expect(await status).toBe(130)
})

test('a command that fails to start the gateway is reported, and retried on the next change', async () => {
  const url = await urlOfNobody()
  writeFileSync(join(folder, 'broken.cjs'), 'process.exit(7)')
  const restart = ['--on-change', 'broken.cjs', '--restart', `"${process.execPath}" broken.cjs`]
  const { io, end, status } = startedWatch(folder, [url, '--key', key, '--area', 'token-usage', ...restart])
  const shows = (words: RegExp) => expect.poll(io.err).toMatch(words)
  await shows(/The gateway crashed: it ended with status 7.*Waiting for changes/s)
  writeFileSync(join(folder, 'broken.cjs'), 'process.exit(8)')
  await shows(/it ended with status 8.*Waiting for changes/s)
  end()
  expect(await status).toBe(130)
  expect(io.out()).toBe('')
})

test('the command gets no variable with a key of the run, unless it is named', async () => {
  const url = await urlOfNobody()
  writeFileSync(
    join(folder, 'env.cjs'),
    'console.error(Object.keys(process.env).filter((name) => /^T_/.test(name)).join()); process.exit(7)',
  )
  const env = { ...process.env, T_KEY: key, T_LOGIN: `Bearer ${key}`, T_NAMED: key, T_OTHER: 'text' }
  const restart = ['--restart', `"${process.execPath}" env.cjs`, '--restart-env', 'T_NAMED']
  const { io, end, status } = startedWatch(folder, [url, '--key', key, '--area', 'token-usage', ...restart], env)
  await expect.poll(io.err).toMatch(/Waiting for changes/)
  expect(io.err()).toContain('status 7: T_NAMED,T_OTHER')
  end()
  expect(await status).toBe(130)
})
