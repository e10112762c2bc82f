import { expect, test } from 'vitest'
import { UsageError } from '../../core/text/usage-error.ts'
import type { JudgingOptions } from './judging.ts'
import { startWorker } from './thread.ts'

const options: JudgingOptions = {
  target: 'http://gateway.test',
  keys: [],
  vocabulary: {},
  recognised: [],
  unsupported: [],
  masks: [],
  plugins: [],
  strict: false,
  remember: 10,
  cwd: '/',
}

function script(text: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'\n${text}`)}`,
  )
}

test('options that the worker rejects are a usage error before anything is judged', async () => {
  const rejected = script(
    "parentPort.postMessage({ kind: 'rejected', message: 'no such file', more: ['and another'] })",
  )
  const error = await startWorker(options, rejected).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UsageError)
  expect(error).toMatchObject({ message: 'no such file', more: ['and another'] })
})

test('a worker that cannot start rejects with its error', async () => {
  await expect(startWorker(options, script("throw new Error('out of luck')"))).rejects.toThrow('out of luck')
})

test('a worker that ends while it judges leaves its error, and ends at once', async () => {
  const dying = script(
    "parentPort.on('message', () => { throw new Error('the disk is full') })\nparentPort.postMessage({ kind: 'ready' })",
  )
  const thread = await startWorker(options, dying)
  expect(thread.failure()).toBeUndefined()
  await expect(thread.violations()).rejects.toThrow('the disk is full')
  expect(thread.failure()?.message).toBe('the disk is full')
  expect(thread.waiting()).toBe(Number.POSITIVE_INFINITY)
  await thread.end()
  await expect(thread.report({ durationMs: 0, limits: [] })).rejects.toThrow('the disk is full')
})
