import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEvidence } from '../conformance/evidence/read-evidence.ts'
import type { Report } from '../conformance/model/report.ts'
import { outgoing } from '../conformance/sources/names.ts'
import { mgi, mgiFlags, runNode, startServer } from './child.ts'
import { type Figure, median } from './figure.ts'
import { flood, type Shot } from './flood.ts'

const concurrency = 16
const key = 'test-key'

/**
 * Exchanges a second of `mgi run` beside a bare undici Pool that replays the very same requests against the same
 * server, in turn; and the run's peak memory. The ratio's median counts.
 */
export async function runThroughput(rounds: number): Promise<readonly Figure[]> {
  const server = await startServer([mgi, 'serve', '--key', key])
  const folder = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  try {
    const ratios: number[] = []
    const rates: number[] = []
    const peaks: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const run = await measureRun(server.url, folder)
      const bare = await flood(server.url, await shotsOf(join(folder, 'exchanges.ndjson')), concurrency)
      ratios.push(run.rate / bare)
      rates.push(run.rate)
      peaks.push(run.peakBytes / 1024 / 1024)
    }
    return [
      {
        name: 'mgi run beside a bare undici Pool with the same requests',
        value: median(ratios),
        unit: '',
        goal: { at: 'least', value: 0.5 },
        detail: `standard profile, concurrency ${concurrency}; mgi run ${median(rates).toFixed(0)} exchanges/s; ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
      },
      {
        name: 'peak memory of a standard run',
        value: Math.max(...peaks),
        unit: 'MB',
        goal: { at: 'most', value: 250 },
        detail: `resident high-water mark of the mgi run process, largest of ${rounds}`,
      },
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureRun(url: string, out: string): Promise<{ readonly rate: number; readonly peakBytes: number }> {
  const options = ['--key', key, '--out', out, '--concurrency', String(concurrency), '--quiet']
  const { status, peakBytes } = await runNode([...mgiFlags, mgi, 'run', url, ...options])
  if (status !== 0) throw new Error(`mgi run ended with status ${status}`)
  const { summary, durationMs } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Report
  return { rate: summary.requests / (durationMs / 1000), peakBytes }
}

async function shotsOf(file: string): Promise<readonly Shot[]> {
  const shots: Shot[] = []
  for await (const item of readEvidence(file)) {
    if (item.kind !== 'exchange') continue
    const { method, path, headers, body } = outgoing(item.exchange.request, { key })
    shots.push({ method: method as Shot['method'], path, headers: headers.flat(), body: body.length > 0 ? body : null })
  }
  return shots
}
