import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mgi, runNode, startNode } from './child.ts'
import { type Figure, median } from './figure.ts'

/** Measures the time from starting the command to the first request of a standard run, alternating with `node -e 0`. */
export async function firstRequest(rounds: number): Promise<readonly Figure[]> {
  const pairs: (readonly [number, number])[] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push([await untilFirstRequest(), (await runNode(['-e', '0'])).milliseconds])
  }
  return [
    {
      name: 'from the command to the first request on the wire, beside node -e 0',
      value: median(pairs.map(([ours, theirs]) => ours / theirs)),
      unit: 'times',
      goal: { at: 'most', value: 8 },
      detail: `${median(pairs.map(([ours]) => ours)).toFixed(0)} ms against ${median(pairs.map(([, theirs]) => theirs)).toFixed(0)} ms; to reach: 5 times`,
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

/** Commands that users type while they work on a gateway. */
const commands = [
  ['run', 'http://127.0.0.1:9', '--key', 'test-key', '--plan'],
  ['requirements', 'messages.stop-sequence-agrees'],
  ['run', '--requirement', 'messages.temperature*', '--quiet'],
] as const

/** Measures by how much commands take longer than `node -e 0`, from start to exit. The two alternate. */
export async function shortCommands(rounds: number): Promise<readonly Figure[]> {
  const out = mkdtempSync(join(tmpdir(), 'mgi-bench-'))
  const times = commands.map((): number[] => [])
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { milliseconds: node } = await runNode(['-e', '0'])
      for (const [index, command] of commands.entries()) {
        const folder = command[0] === 'run' ? ['--out', out] : []
        times[index]?.push((await runNode([mgi, ...command, ...folder])).milliseconds - node)
      }
    }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
  return commands.map((command, index) => ({
    name: `mgi ${command.join(' ')}`,
    value: median(times[index] ?? []) / 1000,
    unit: 's',
    goal: { at: 'most', value: 1 },
    detail: 'from start to exit, beyond node -e 0',
  }))
}
