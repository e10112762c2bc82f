import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../../cli/captured-io.fixture.ts'
import { cassette } from '../../cli/check/recordings.fixture.ts'
import { runCli } from '../../cli/run-cli.ts'

const typed = { 'content-type': 'application/json' }
const versioned = { ...typed, 'provider-version': '2023-06-01' }

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['no key', versioned, 'request headers (recorded without a key)'],
  ['a hidden key', { ...versioned, 'x-api-key': 'REDACTED' }, 'request headers (their key is hidden or unknown)'],
  ['no version', { ...typed, 'x-api-key': 'key-1' }, 'request headers (recorded without a version)'],
  ['no headers', {}, 'request headers'],
])('a request with %s is told as such', async (_, sent, words) => {
  const cwd = mkdtempSync(join(tmpdir(), 'without-a-key-'))
  writeFileSync(join(cwd, 'one.json'), cassette({ sent }))
  await runCli(['check', 'one.json', '--quiet', '--reporter', 'json=report.json'], capturedIo({ cwd }))
  const { requirements } = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')) as Report
  rmSync(cwd, { recursive: true })
  const accepted = requirements.find(({ id }) => id === 'messages.temperature-accepted')
  const reasons = accepted?.operations.map(({ reason }) => reason).filter((reason) => reason?.includes('captured'))
  expect(reasons).toEqual([`not tested: not captured: ${words}`])
})
