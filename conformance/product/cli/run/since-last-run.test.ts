import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { urlOfNobody } from '../../../../tests/serve.ts'
import { withoutPauses } from '../../../../tests/without-pauses.ts'
import type { Report } from '../../../core/model/report.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'since-last-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function run(...args: readonly string[]) {
  const io = capturedIo({ cwd: folder })
  const usual = args.includes('--profile') ? [] : ['--profile', 'smoke']
  await runCli(['run', ...args, ...usual, '--area', 'token-usage', '--reporter', 'json'], io)
  return io.err()
}

function results(path: string): Report {
  return JSON.parse(readFileSync(join(folder, path, 'results.json'), 'utf8')) as Report
}

test('a run keeps the previous run and reports the differences', async () => {
  expect(await run()).not.toContain('since the last run')
  const first = results('mgi-report').startedAt
  expect(await run()).toContain(
    'since the last run: no new failure, 0 fixed, 0 still failing (mgi diff mgi-report/previous mgi-report)',
  )
  expect(results('mgi-report/previous').startedAt).toBe(first)
  expect(readFileSync(join(folder, 'mgi-report/previous/exchanges.ndjson'), 'utf8')).toContain('"id"')
})

test('a run with another profile than the last one does not count what it does not test', async () => {
  await run('--profile', 'standard', '--out', 'other')
  const words = await run('--out', 'other')
  expect(words).toContain('since the last run (profile standard): no new failure, 0 fixed, 0 still failing (mgi diff')
})

test('a run against an unreachable target does not replace the previous results', async () => {
  const runUnreachable = () =>
    withoutPauses(async () => run(await urlOfNobody(), '--key', 'a-test-key', '--out', 'report'))
  await run('--out', 'report')
  const { startedAt } = results('report')
  expect(await runUnreachable()).not.toContain('since the last run')
  expect(results('report/previous').startedAt).toBe(startedAt)
  await runUnreachable()
  expect(results('report/previous').startedAt).toBe(startedAt)
})
