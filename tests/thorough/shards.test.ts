import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Report } from '../../conformance/core/model/report.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { allResults } from '../../reports/result.ts'
import { untilTestEnds } from '../serve.ts'

const mgi = fileURLToPath(new URL('../../dist/conformance/product/cli/main.js', import.meta.url))

/** A finished command and the report that it wrote. */
interface Ended {
  readonly status: number
  readonly report: Report
}

/** Runs a command of `mgi` in a process of its own. */
async function ended(args: readonly string[], out: string): Promise<Ended> {
  const child = spawn(process.execPath, [mgi, ...args, '--out', out, '--quiet'], { stdio: 'ignore' })
  const [status] = (await once(child, 'exit')) as [number]
  return { status, report: JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Report }
}

/** Returns the verdict of a run, and the verdict on each requirement and operation. */
function wordsOf({ report }: Ended): readonly string[] {
  const words = allResults(report).map(({ id, operation, verdict }) => `${id} ${operation} ${verdict}`)
  return [report.summary.verdict, ...words]
}

test('a thorough run in eight processes at once comes to what one process comes to', async () => {
  const { url } = await untilTestEnds(startReferenceServer())
  const out = mkdtempSync(join(tmpdir(), 'mgi-shards-'))
  onTestFinished(() => rmSync(out, { recursive: true }))
  const run = ['run', url, '--key', 'test-key', '--profile', 'thorough', '--concurrency', '8']
  const whole = await ended(run, join(out, 'whole'))
  const folders = Array.from({ length: 8 }, (_, at) => join(out, `shard-${at + 1}`))
  const shards = await Promise.all(folders.map((folder, at) => ended([...run, '--shard', `${at + 1}/8`], folder)))
  const merged = await ended(['merge', ...folders], join(out, 'merged'))
  expect(shards.map(({ status }) => status)).toEqual(Array(8).fill(0))
  expect(wordsOf(merged)).toEqual(wordsOf(whole))
  expect(whole.report.summary.verdict).toBe('conforming')
  // No shard is much larger than the others.
  const sizes = shards.map(({ report }) => report.summary.requests)
  expect(Math.max(...sizes)).toBeLessThan((1.6 * whole.report.summary.requests) / 8)
})
