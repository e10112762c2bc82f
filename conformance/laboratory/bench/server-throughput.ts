import { fileURLToPath } from 'node:url'
import { mgi, startServer } from './child.ts'
import { type Figure, median } from './figure.ts'
import { flood, messageShot } from './flood.ts'

const bareKoa = fileURLToPath(new URL('./bare-koa.js', import.meta.url))
const concurrency = 16

const shot = messageShot(false)

/**
 * Measures the requests per second of the reference server on /v1/messages, alternating with those of a bare Koa app.
 */
export async function serverThroughput(rounds: number, requests: number): Promise<readonly Figure[]> {
  const reference = await startServer([mgi, 'serve', '--key', 'test-key'])
  const bare = await startServer([bareKoa])
  const shots = Array.from({ length: requests }, () => shot)
  try {
    await flood(reference.url, shots, concurrency)
    await flood(bare.url, shots, concurrency)
    const pairs: (readonly [number, number])[] = []
    for (let round = 0; round < rounds; round += 1) {
      pairs.push([await flood(reference.url, shots, concurrency), await flood(bare.url, shots, concurrency)])
    }
    const ratios = pairs.map(([ours, theirs]) => ours / theirs)
    return [
      {
        name: 'reference server on /v1/messages beside a bare Koa app',
        value: median(ratios),
        unit: '',
        detail: `${median(pairs.map(([ours]) => ours)).toFixed(0)} against ${median(pairs.map(([, theirs]) => theirs)).toFixed(0)} requests/s; ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
      },
    ]
  } finally {
    await reference.stop()
    await bare.stop()
  }
}
