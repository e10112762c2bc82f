import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../../conformance/core/model/report.ts'
import type { Area } from '../../conformance/core/model/vocabulary.ts'
import { incomparable } from '../../conformance/engine/judge/transcript/rejection.ts'
import { capturedIo } from '../../conformance/product/cli/captured-io.fixture.ts'
import { runCli } from '../../conformance/product/cli/run-cli.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { allResults } from '../../reports/result.ts'

/** A plan, the number of its shards, and the tested gateway. */
interface Example {
  readonly fault: string | undefined
  readonly area: Area
  readonly profile: string
  readonly seed: number
  readonly count: number
}

/** Runs the plan as a whole and in shards. Returns the reports of the complete run and of the merged shards. */
async function bothReports({ fault, area, profile, seed, count }: Example): Promise<readonly [Report, Report]> {
  const folder = mkdtempSync(join(tmpdir(), 'mgi-merged-'))
  const server = await startReferenceServer({ faults: fault === undefined ? [] : [fault] })
  const mgi = (...args: readonly string[]) => runCli(args, capturedIo({ cwd: folder }))
  const plan = ['--area', area, '--profile', profile, '--seed', String(seed)]
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

/** Returns results as lines, except unwanted ones. */
function linesOf(report: Report, unwanted: ReadonlySet<string>): readonly string[] {
  return allResults(report)
    .filter(({ id, operation }) => !unwanted.has(nameOf({ id, operation })))
    .map(({ id, operation, verdict }) => `${id} ${operation} ${verdict}`)
}

/**
 * Returns the results that one run excluded to stay within its limits. The limits apply to each shard, so shards may
 * test more. If a control request was rejected, its violations use another accepted request as their base. A shard has
 * fewer accepted requests, so it may not test requirements that pass in the complete run. It misses no failure.
 */
function leftOut(whole: Report, merged: Report): ReadonlySet<string> {
  const beyondBudget = allResults(whole).filter(({ reason }) => reason.startsWith('not tested: budget'))
  const passing = new Set(allResults(whole).flatMap((one) => (one.verdict === 'pass' ? [nameOf(one)] : [])))
  const reasons = Object.values(incomparable)
  const uncontrolled = allResults(merged).filter(({ reason }) => reasons.some((one) => reason.startsWith(one)))
  return new Set([...beyondBudget.map(nameOf), ...uncontrolled.map(nameOf).filter((name) => passing.has(name))])
}

function nameOf({ id, operation }: { readonly id: string; readonly operation: string }): string {
  return `${id} ${operation}`
}

/**
 * Gateways, seeds and numbers of shards. None of the faults depends on the connection: shards have connections of their
 * own.
 */
const examples: readonly Example[] = [
  { fault: undefined, area: 'images', profile: 'standard', seed: 105_950, count: 3 },
  {
    fault: 'overlook:messages.tool-choice-name-type-rejected',
    area: 'messages',
    profile: 'smoke',
    seed: 999_984,
    count: 5,
  },
  { fault: 'images-usage-wrong-total', area: 'images', profile: 'standard', seed: 999_983, count: 4 },
  {
    fault: 'overlook:messages.tool-description-type-rejected',
    area: 'messages',
    profile: 'standard',
    seed: 999_992,
    count: 3,
  },
]

test.each(
  examples,
)('the merged verdict of $count $profile shards with seed $seed on $area ($fault) is that of the whole run', async (example) => {
  const [whole, merged] = await bothReports(example)
  expect(merged.summary.verdict).toBe(whole.summary.verdict)
  const unwanted = leftOut(whole, merged)
  expect(linesOf(merged, unwanted)).toEqual(linesOf(whole, unwanted))
})
