import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { flood, type Shot } from './flood.ts'
import { type Figure, median, mgi, type Server, startServer } from './measure.ts'

const servers = fileURLToPath(new URL('./servers.js', import.meta.url))
const concurrency = 16

const shot: Shot = {
  method: 'POST',
  path: '/v1/messages',
  headers: ['content-type', 'application/json', 'x-api-key', 'test-key', 'provider-version', '2023-06-01'],
  body: Buffer.from(
    JSON.stringify({
      ...{ model: 'messages-model-1', max_tokens: 64 },
      messages: [{ role: 'user', content: 'Name a green fruit.' }],
    }),
  ),
}

/** Compares the throughput through `mgi proxy`, which judges, with that through a bare undici proxy. */
export async function proxying(rounds: number, requests: number): Promise<readonly Figure[]> {
  const out = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  const target = await startServer([servers])
  const bare = await startServer([servers, target.url])
  const options = ['--target', target.url, '--key', 'test-key', '--quiet', '--out', out]
  const ours = await startServer([mgi, 'proxy', ...options])
  const shots = Array.from({ length: requests }, () => shot)
  const rate = ({ url }: Server): Promise<number> => flood(url, shots, concurrency)
  try {
    const pairs: (readonly [number, number])[] = []
    for (let round = 0; round <= rounds; round += 1) pairs.push([await rate(bare), await rate(ours)])
    // The first round is a warm-up.
    return [throughput(pairs.slice(1))]
  } finally {
    await Promise.all([ours, bare, target].map((server) => server.stop()))
    rmSync(out, { recursive: true, force: true })
  }
}

function throughput(pairs: readonly (readonly [bare: number, ours: number])[]): Figure {
  const ratios = pairs.map(([bare, ours]) => ours / bare)
  const middle = (at: 0 | 1): string => median(pairs.map((pair) => pair[at])).toFixed(0)
  return {
    name: 'requests a second through mgi proxy, compared with a bare undici proxy',
    value: median(ratios),
    unit: 'times',
    least: 0.7,
    detail: `${middle(1)} against ${middle(0)} requests/s; ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
  }
}
