import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, median, mgi, runNode, startNode } from './measure.ts'

/** Measures the time from starting the command to the first request of a standard run, alternating with `node -e 0`. */
export async function firstRequest(rounds: number): Promise<readonly Figure[]> {
  const pairs: (readonly [number, number])[] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push([await untilFirstRequest(), (await runNode(['-e', '0'])).milliseconds])
  }
  const [ours, theirs] = [median(pairs.map(([one]) => one)), median(pairs.map(([, one]) => one))]
  return [
    {
      name: 'from the command to the first request, compared with node -e 0',
      value: median(pairs.map(([one, other]) => one / other)),
      unit: 'times',
      most: 8,
      detail: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`,
    },
  ]
}

/** Returns the milliseconds until a server receives the first request of a run. Stops the run. */
async function untilFirstRequest(): Promise<number> {
  let asked = (): void => {}
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  const server = createServer(asked)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const out = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  const started = performance.now()
  const child = startNode([mgi, 'run', url, '--key', 'test-key', '--out', out, '--quiet'])
  try {
    const ended = new Promise<never>((_, reject) => {
      child.once('exit', (status) => reject(new Error(`mgi run ended with status ${status} before it asked`)))
    })
    await Promise.race([isAsked, ended])
    return performance.now() - started
  } finally {
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
    server.close().closeAllConnections()
    rmSync(out, { recursive: true, force: true })
  }
}
