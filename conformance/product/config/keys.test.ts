import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serve } from '../../../tests/serve.ts'
import { capturedIo } from '../cli/captured-io.fixture.ts'
import { runCli } from '../cli/run-cli.ts'
import { exitCode } from '../report/exit-code.ts'

const folder = mkdtempSync(join(tmpdir(), 'telling-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ...['message', 'sk-message', 'text', 'url', 'data', 'key', 'end_turn', 'sk-end_turn', 'MESSAGE', 'valid', 'sk-key'],
  ...['messages-model-1', 'model-1', 'response-body', 'images.generate', 'event-stream', '127.0.0.1', 'sk-assistan'],
])('the key %s is a common word and rejected before anything is sent', async (key) => {
  const { url, asked } = await serve((_, response) => response.end('{}'))
  const io = capturedIo({ cwd: folder })
  expect(await runCli(['run', url, '--key', key], io)).toBe(exitCode.misuse)
  expect(io.err()).toMatch(
    /^mgi: the key in --key or MGI_API_KEY, with or without the prefix sk-, is a word .*; use another key for this target/,
  )
  expect(asked).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  'test-key',
  'k',
  '1234',
  'sk-1234',
  'a-secret-key',
  'sk-message-4711',
  'messages-key',
  'local-dummy',
])('the key %s is accepted', async (key) => {
  const { url } = await serve((_, response) => response.writeHead(404).end())
  const io = capturedIo({ cwd: mkdtempSync(join(folder, 'run-')) })
  const options = ['--area', 'token-usage', '--profile', 'smoke', '--reporter', 'json']
  expect(await runCli(['run', url, '--key', key, ...options], io)).toBe(exitCode.inconclusive)
})
