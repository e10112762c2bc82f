import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import type { Report } from '../../core/model/report.ts'
import { mgi, type Server, startServer } from './child.ts'
import { type Figure, median } from './figure.ts'
import { flood, messageShot } from './flood.ts'

const streaming = fileURLToPath(new URL('./streaming.js', import.meta.url))
const bareProxy = fileURLToPath(new URL('./bare-proxy.js', import.meta.url))
const concurrency = 16

/** Compares the throughput through `mgi proxy` with judging, through a bare undici proxy, and without a proxy. */
export async function proxying(rounds: number, requests: number): Promise<readonly Figure[]> {
  const out = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  const target = await startServer([streaming])
  const bare = await startServer([bareProxy, target.url])
  const options = ['--target', target.url, '--key', 'test-key', '--quiet', '--out', out]
  const ours = await startServer([mgi, 'proxy', ...options])
  try {
    const servers = { target, bare, ours }
    const rate = await throughput(rounds, requests, servers)
    const first = await firstEvent(rounds * 60, servers)
    await ours.stop()
    const { limits } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Report
    return [{ ...rate, detail: `${rate.detail}; ${limits.join('; ')}` }, first]
  } finally {
    await Promise.all([bare.stop(), target.stop()])
    rmSync(out, { recursive: true, force: true })
  }
}

type Servers = Readonly<Record<'target' | 'bare' | 'ours', Server>>

async function throughput(rounds: number, requests: number, { target, bare, ours }: Servers): Promise<Figure> {
  const shots = Array.from({ length: requests }, () => messageShot(false))
  const rates: (readonly [number, number, number])[] = []
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const rate = async ({ url }: Server): Promise<number> => flood(url, shots, concurrency)
    rates.push([await rate(target), await rate(bare), await rate(ours)])
  }
  const counted = rates.slice(1)
  const ratios = counted.map(([, theirs, own]) => own / theirs)
  const middle = (at: 0 | 1 | 2): string => median(counted.map((rate) => rate[at])).toFixed(0)
  return {
    name: 'requests a second through mgi proxy beside a bare undici proxy',
    value: median(ratios),
    unit: '',
    goal: { at: 'least', value: 0.7 },
    detail: `${middle(2)} against ${middle(1)} requests/s, ${middle(0)} without a proxy; ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
  }
}

async function firstEvent(count: number, { target, bare, ours }: Servers): Promise<Figure> {
  const pools = [target, bare, ours].map(({ url }) => new Pool(url))
  const times: number[][] = pools.map(() => [])
  for (let number = 0; number < count + 20; number += 1)
    for (const [at, pool] of pools.entries()) {
      const time = await untilFirstEvent(pool)
      if (number >= 20) times[at]?.push(time)
    }
  await Promise.all(pools.map((pool) => pool.close()))
  const [direct = 0, theirs = 0, own = 0] = times.map(median)
  return {
    name: 'what mgi proxy adds to the first event of a stream, beside what a bare undici proxy adds',
    value: (own - direct) / (theirs - direct),
    unit: 'times',
    goal: { at: 'most', value: 2 },
    detail: `${own.toFixed(2)} ms against ${theirs.toFixed(2)} ms, ${direct.toFixed(2)} ms without a proxy`,
  }
}

async function untilFirstEvent(pool: Pool): Promise<number> {
  const { headers, ...rest } = messageShot(true)
  const started = performance.now()
  const { body } = await pool.request({ ...rest, headers: [...headers] })
  let time = Number.NaN
  for await (const _ of body) if (Number.isNaN(time)) time = performance.now() - started
  return time
}
