/**
 * `npm run bench:shards`: measures a thorough run behind latency, as a whole and in shards. `docs/scale.md` contains
 * its output.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../core/model/report.ts'
import { mgi as built, type FinishedProcess, runNode, startServer } from './child.ts'
import { startDelay } from './delay.ts'
import { lineOf } from './figure.ts'

const key = 'test-key'

/** A finished command and the report that it wrote. */
export interface Measured extends FinishedProcess {
  readonly report: Report
}

/** The results of a plan in one process and in several concurrent ones, and the result of `mgi merge`. */
export interface Sharded {
  readonly whole: Measured
  readonly shards: readonly Measured[]
  /** The time in milliseconds from the start of the shards until the last one ends. */
  readonly together: number
  readonly merged: Measured
}

/**
 * Runs a plan in one process, then in `count` concurrent processes, and merges their results. `options` are those of
 * `mgi run`.
 */
export async function runInShards(
  mgi: string,
  url: string,
  count: number,
  options: readonly string[],
): Promise<Sharded> {
  const out = mkdtempSync(join(tmpdir(), 'mgi-shards-'))
  const run = (folder: string, ...more: readonly string[]): Promise<Measured> =>
    measured([mgi, 'run', url, '--key', key, ...options, ...more], join(out, folder))
  try {
    const whole = await run('whole')
    const started = performance.now()
    const indices = Array.from({ length: count }, (_, at) => at + 1)
    const shards = await Promise.all(indices.map((index) => run(`shard-${index}`, '--shard', `${index}/${count}`)))
    const together = performance.now() - started
    const folders = indices.map((index) => join(out, `shard-${index}`))
    return { whole, shards, together, merged: await measured([mgi, 'merge', ...folders], join(out, 'merged')) }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

async function measured(command: readonly string[], out: string): Promise<Measured> {
  const finished = await runNode([...command, '--out', out, '--quiet'])
  return { ...finished, report: JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Report }
}

/** The delay of each request, in milliseconds. */
const latency = 200

async function main(count: number): Promise<void> {
  const server = await startServer([built, 'serve', '--key', key])
  const delay = await startDelay(server.url, latency)
  try {
    print(await runInShards(built, delay.url, count, ['--profile', 'thorough']))
  } finally {
    await delay.stop()
    await server.stop()
  }
}

function print({ whole, shards, together, merged }: Sharded): void {
  const seconds = (milliseconds: number): number => milliseconds / 1000
  const megabytes = (all: readonly FinishedProcess[]): string =>
    `at most ${(Math.max(...all.map(({ peakBytes }) => peakBytes)) / 2 ** 20).toFixed(0)} MB resident`
  const sent = (all: readonly Measured[]): string => all.map(({ report }) => report.summary.requests).join(', ')
  const billed = ({ report }: Measured): string =>
    `${report.summary.billed.calls} model calls and ${report.summary.billed.images} images accepted`
  const ideal = whole.milliseconds / shards.length
  const figures = [
    [
      'one process',
      seconds(whole.milliseconds),
      's',
      `${sent([whole])} requests, ${billed(whole)}, ${megabytes([whole])}`,
    ],
    [`${shards.length} processes at once`, seconds(together), 's', `requests ${sent(shards)}; ${megabytes(shards)}`],
    [
      'beside the ideal, the time of one process ÷ processes',
      together / ideal,
      'times',
      `ideally ${seconds(ideal).toFixed(1)} s`,
    ],
    ['mgi merge', seconds(merged.milliseconds), 's', `${sent([merged])} requests, ${megabytes([merged])}`],
  ] as const
  for (const [name, value, unit, detail] of figures) process.stdout.write(`${lineOf({ name, value, unit, detail })}\n`)
  const verdicts = [whole, merged].map(({ report }) => report.summary.verdict)
  process.stdout.write(`verdict of one process: ${verdicts[0]}; merged: ${verdicts[1]}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(Number(process.argv[2] ?? 8))
