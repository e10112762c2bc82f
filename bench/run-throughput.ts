import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../conformance/model/report.ts'
import { mgi, mgiFlags, outputOf, runNode, startServer } from './child.ts'
import { type Figure, median } from './figure.ts'

const concurrency = 16
const key = 'test-key'
const replay = fileURLToPath(new URL('./replay.js', import.meta.url))

/**
 * Exchanges a second of `mgi run` beside a bare undici Pool that replays the very same requests against the same
 * server, in turn, each in a process of its own that has just started; and the run's peak memory. The ratio's median
 * counts. A run that is not counted warms the server up for both.
 */
export async function runThroughput(rounds: number): Promise<readonly Figure[]> {
  const server = await startServer([mgi, 'serve', '--key', key])
  const folder = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  try {
    await measureRun(server.url, folder)
    const measured: Round[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { rate, peakBytes } = await measureRun(server.url, folder)
      const evidence = join(folder, 'exchanges.ndjson')
      const bare = Number(await outputOf([replay, server.url, evidence, key, String(concurrency)]))
      measured.push({ ratio: rate / bare, rate, peak: peakBytes / 1024 / 1024 })
    }
    return figuresOf(measured)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One run beside the bare pool: exchanges a second, and megabytes at the most. */
interface Round {
  readonly ratio: number
  readonly rate: number
  readonly peak: number
}

function figuresOf(measured: readonly Round[]): readonly Figure[] {
  const ratios = measured.map(({ ratio }) => ratio)
  const rate = median(measured.map((round) => round.rate)).toFixed(0)
  return [
    {
      name: 'mgi run beside a bare undici Pool with the same requests',
      value: median(ratios),
      unit: '',
      goal: { at: 'least', value: 0.5 },
      detail: `standard profile, concurrency ${concurrency}; mgi run ${rate} exchanges/s; ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
    },
    {
      name: 'peak memory of a standard run',
      value: Math.max(...measured.map(({ peak }) => peak)),
      unit: 'MB',
      goal: { at: 'most', value: 250 },
      detail: `resident high-water mark of the mgi run process, largest of ${measured.length}`,
    },
  ]
}

async function measureRun(url: string, out: string): Promise<{ readonly rate: number; readonly peakBytes: number }> {
  const options = ['--key', key, '--out', out, '--concurrency', String(concurrency), '--quiet']
  const { status, peakBytes } = await runNode([...mgiFlags, mgi, 'run', url, ...options])
  if (status !== 0) throw new Error(`mgi run ended with status ${status}`)
  const { summary, durationMs } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Report
  return { rate: summary.requests / (durationMs / 1000), peakBytes }
}
