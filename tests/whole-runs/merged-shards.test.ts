import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capturedIo } from '../../conformance/cli/captured-io.fixture.ts'
import { runCli } from '../../conformance/cli/run-cli.ts'
import type { Report } from '../../conformance/model/report.ts'
import { areas } from '../../conformance/model/vocabulary.ts'
import { faults as allFaults, startReferenceServer } from '../../reference-server/index.ts'
import { allResults } from '../../reports/result.ts'

/** A plan, the number of its shards, and the gateway that is tested. */
interface Example {
  readonly fault: string | undefined
  readonly areas: readonly string[]
  readonly profile: string
  readonly seed: number
  readonly count: number
}

/** Runs the plan whole and in shards, and answers with the reports of the whole run and of the merged shards. */
async function bothReports({ fault, areas, profile, seed, count }: Example): Promise<readonly [Report, Report]> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-merged-'))
  const server = await startReferenceServer({ faults: allFaults.filter(({ id }) => id === fault) })
  const mgi = (...args: readonly string[]) => runCli(args, capturedIo({ cwd: folder }))
  const plan = ['--area', areas.join(), '--profile', profile, '--seed', String(seed)]
  const run = (out: string, ...more: readonly string[]) =>
    mgi('run', server.url, '--key', 'test-key', ...plan, '--concurrency', '8', '--quiet', '--out', out, ...more)
  const reportIn = (out: string): Report => JSON.parse(readFileSync(join(folder, out, 'results.json'), 'utf8'))
  try {
    await run('whole')
    const indices = Array.from({ length: count }, (_, at) => at + 1)
    for (const index of indices) await run(`shard-${index}`, '--shard', `${index}/${count}`)
    await mgi('merge', ...indices.map((index) => `shard-${index}`), '--out', 'merged', '--quiet')
    return [reportIn('whole'), reportIn('merged')]
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every requirement's verdict on each operation, as lines. */
function verdictsOf(report: Report): readonly string[] {
  return allResults(report).map(({ id, operation, verdict }) => `${id} ${operation} ${verdict}`)
}

const examples: fc.Arbitrary<Example> = fc.record({
  fault: fc.option(fc.constantFrom(...allFaults.map(({ id }) => id)), { nil: undefined, freq: 3 }),
  areas: fc.subarray([...areas], { minLength: 1, maxLength: 2 }),
  profile: fc.constantFrom('smoke', 'standard'),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  count: fc.integer({ min: 2, max: 6 }),
})

test('the merged verdict of shards is that of the whole run, whatever the seed, their number and the gateway', async () => {
  await fc.assert(
    fc.asyncProperty(examples, async (example) => {
      const [whole, merged] = await bothReports(example)
      expect(merged.summary.verdict).toBe(whole.summary.verdict)
      expect(verdictsOf(merged)).toEqual(verdictsOf(whole))
    }),
    { numRuns: 12, seed: 17, endOnFailure: true },
  )
}, 900_000)
