import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../../core/model/report.ts'
import { mgi, runNode, startServer } from './child.ts'
import { startDelay } from './delay.ts'
import type { Figure } from './figure.ts'

const key = 'test-key'
/** The delay of each request, in milliseconds. */
const latencyMs = 200

/** The requests of a run, and the number of concurrent ones. */
interface Load {
  readonly concurrency: number
  readonly options: readonly string[]
}

const whole: Load = { concurrency: 4, options: ['--area', 'messages'] }
const quick: Load = { concurrency: 8, options: ['--area', 'content-generation'] }

/**
 * Compares the duration of a run against the reference server behind 200 ms of latency with that of the network alone
 * (requests × latency ÷ concurrency). The difference is the cost of scheduling.
 */
export async function latency(isQuick: boolean): Promise<readonly Figure[]> {
  const { concurrency, options } = isQuick ? quick : whole
  const server = await startServer([mgi, 'serve', '--key', key])
  const delay = await startDelay(server.url, latencyMs)
  const out = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  try {
    const common = ['--key', key, '--out', out, '--concurrency', String(concurrency), '--quiet']
    const { status } = await runNode([mgi, 'run', delay.url, ...common, ...options])
    if (status !== 0) throw new Error(`mgi run ended with status ${status}`)
    const { durationMs } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Report
    const ideal = (delay.count() * latencyMs) / concurrency
    return [
      {
        name: 'a run behind 200 ms of latency beside requests × latency ÷ concurrency',
        value: durationMs / ideal,
        unit: 'times',
        goal: { at: 'most', value: 1.15 },
        detail: `${options.join(' ')}, concurrency ${concurrency}: ${delay.count()} requests in ${durationMs} ms, ideally ${ideal} ms`,
      },
    ]
  } finally {
    await delay.stop()
    await server.stop()
    rmSync(out, { recursive: true, force: true })
  }
}
