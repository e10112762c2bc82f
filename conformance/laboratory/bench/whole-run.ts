import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../core/model/report.ts'
import { type FinishedProcess, mgi, outputOf, runNode, startServer } from './child.ts'
import { type Figure, median } from './figure.ts'

const concurrency = 16
const key = 'test-key'
const replay = fileURLToPath(new URL('./replay.js', import.meta.url))

/**
 * The milliseconds of a standard run, of the bare pool and of `mgi check`, and the peak memory of the run in megabytes.
 */
interface Round {
  readonly run: number
  readonly bare: number
  readonly check: number
  readonly requests: number
  readonly peak: number
}

/**
 * Measures a standard run with its reports, a bare undici Pool that replays the same requests against the same server,
 * and `mgi check` of the evidence. They alternate, each in a new process. A first run warms up the server and does not
 * count.
 */
export async function wholeRun(rounds: number): Promise<readonly Figure[]> {
  const server = await startServer([mgi, 'serve', '--key', key])
  const folder = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  try {
    await measuredRun(server.url, folder)
    const measured: Round[] = []
    for (let round = 0; round < rounds; round += 1) measured.push(await measure(server.url, folder))
    return figuresOf(measured)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(url: string, folder: string): Promise<Round> {
  const { milliseconds, peakBytes } = await measuredRun(url, folder)
  const { summary } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Report
  const evidence = join(folder, 'exchanges.ndjson')
  const bare = Number(await outputOf([replay, url, evidence, key, String(concurrency)]))
  const check = await succeeded([mgi, 'check', evidence, '--quiet'])
  return { run: milliseconds, bare, check: check.milliseconds, requests: summary.requests, peak: peakBytes / 2 ** 20 }
}

function measuredRun(url: string, out: string): Promise<FinishedProcess> {
  return succeeded([mgi, 'run', url, '--key', key, '--out', out, '--concurrency', String(concurrency), '--quiet'])
}

async function succeeded(args: readonly string[]): Promise<FinishedProcess> {
  const finished = await runNode(args)
  if (finished.status !== 0) throw new Error(`mgi ${args[1]} ended with status ${finished.status}`)
  return finished
}

function figuresOf(measured: readonly Round[]): readonly Figure[] {
  const ratios = measured.map(({ run, bare }) => run / bare)
  const middle = (of: (round: Round) => number): number => median(measured.map(of))
  return [
    {
      name: 'mgi run from command to exit, beside a bare undici Pool with the same requests',
      value: median(ratios),
      unit: 'times',
      goal: { at: 'most', value: 3 },
      detail: `standard profile, concurrency ${concurrency}, ${middle(({ requests }) => requests)} requests: ${middle(({ run }) => run).toFixed(0)} ms against ${middle(({ bare }) => bare).toFixed(0)} ms; ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
    },
    {
      name: 'mgi check of its evidence',
      value: middle(({ check }) => check) / 1000,
      unit: 's',
      detail: `from command to exit, ${middle(({ requests, check }) => requests / (check / 1000)).toFixed(0)} exchanges a second`,
    },
    {
      name: 'memory of that run',
      value: middle(({ peak }) => peak),
      unit: 'MB',
      detail: `resident high-water mark without interpreter flags, at the most ${Math.max(...measured.map(({ peak }) => peak)).toFixed(0)} MB of ${measured.length} runs`,
    },
  ]
}
