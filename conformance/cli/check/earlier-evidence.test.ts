import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Report } from '../../model/report.ts'
import { capturedIo } from '../captured-io.fixture.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'earlier-'))
afterAll(() => rmSync(folder, { recursive: true }))

const evidence = readFileSync(new URL('../../../fixtures/evidence/version-1.ndjson', import.meta.url), 'utf8')

async function judged(text: string): Promise<{ readonly status: number; readonly failed: readonly string[] }> {
  writeFileSync(join(folder, 'exchanges.ndjson'), text)
  const status = await runCli(['check', 'exchanges.ndjson', '--out', 'out', '--quiet'], capturedIo({ cwd: folder }))
  const { requirements } = JSON.parse(readFileSync(join(folder, 'out/results.json'), 'utf8')) as Report
  return { status, failed: requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id) }
}

test('evidence of format version 1 is judged by the current catalogue', async () => {
  expect(await judged(evidence)).toEqual({ status: 0, failed: [] })
})

test('a violation in evidence of format version 1 is found', async () => {
  // The replacement has the same length, because evidence records where the chunks of a body were cut.
  expect(await judged(evidence.replaceAll('end_turn', 'end_torn'))).toEqual({
    status: 1,
    failed: ['messages.stream-stop-reason-listed', 'messages.stop-reason-listed'],
  })
})
