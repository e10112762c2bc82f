import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Figure, median, mgi, outputOf, runNode, startServer } from './measure.ts'

const concurrency = 16
const key = 'test-key'
const replay = fileURLToPath(new URL('./replay.js', import.meta.url))

/** The milliseconds of a standard run and of the bare pool, and the peak memory of the run in megabytes. */
interface Round {
  readonly run: number
  readonly bare: number
  readonly peak: number
}

/**
 * Measures a standard run with its reports, and a bare undici Pool that replays the same requests against the same
 * server. They alternate, each in a new process. A first run warms up the server and does not count.
 */
export async function wholeRun(rounds: number): Promise<readonly Figure[]> {
  const server = await startServer([mgi, 'serve', '--key', key])
  const folder = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  try {
    const measured: Round[] = []
    for (let round = 0; round <= rounds; round += 1) measured.push(await measure(server.url, folder))
    return figuresOf(measured.slice(1))
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(url: string, folder: string): Promise<Round> {
  const options = ['--key', key, '--out', folder, '--concurrency', String(concurrency), '--quiet']
  const { status, milliseconds, peakBytes } = await runNode([mgi, 'run', url, ...options])
  if (status !== 0) throw new Error(`mgi run ended with status ${status}`)
  const bare = Number(await outputOf([replay, url, join(folder, 'exchanges.ndjson'), key, String(concurrency)]))
  return { run: milliseconds, bare, peak: peakBytes / 2 ** 20 }
}

function figuresOf(measured: readonly Round[]): readonly Figure[] {
  const ratios = measured.map(({ run, bare }) => run / bare)
  const middle = (of: (round: Round) => number): number => median(measured.map(of))
  return [
    {
      name: 'mgi run from command to exit, compared with a bare undici Pool with the same requests',
      value: median(ratios),
      unit: 'times',
      most: 3,
      detail: `${middle(({ run }) => run).toFixed(0)} ms against ${middle(({ bare }) => bare).toFixed(0)} ms; ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
    },
    {
      name: 'peak memory of that run',
      value: middle(({ peak }) => peak),
      unit: 'MB',
      most: 280,
      detail: `at most ${Math.max(...measured.map(({ peak }) => peak)).toFixed(0)} MB in ${measured.length} runs`,
    },
  ]
}
