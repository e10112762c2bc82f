import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runInShards, type Sharded } from '../../conformance/laboratory/bench/shards.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { allResults } from '../../reports/result.ts'
import { untilTestEnds } from '../serve.ts'

const mgi = fileURLToPath(new URL('../../dist/conformance/product/cli/main.js', import.meta.url))

/** Returns the verdict of a run, and the verdict on each requirement and operation. */
function wordsOf({ report }: Sharded['whole']): readonly string[] {
  const words = allResults(report).map(({ id, operation, verdict }) => `${id} ${operation} ${verdict}`)
  return [report.summary.verdict, ...words]
}

test('a thorough run in eight processes at once comes to what one process comes to', async () => {
  const { url } = await untilTestEnds(startReferenceServer())
  const { whole, shards, merged } = await runInShards(mgi, url, 8, ['--profile', 'thorough', '--concurrency', '8'])
  expect(shards.map(({ status }) => status)).toEqual(Array(8).fill(0))
  expect(wordsOf(merged)).toEqual(wordsOf(whole))
  expect(whole.report.summary.verdict).toBe('conforming')
  // No shard is much larger than the others.
  const sizes = shards.map(({ report }) => report.summary.requests)
  expect(Math.max(...sizes)).toBeLessThan((1.6 * whole.report.summary.requests) / 8)
})
