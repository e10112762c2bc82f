import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mgi, runNode } from './child.ts'
import { type Figure, median } from './figure.ts'

/** Commands that people type while they work on a gateway. */
const commands = [
  ['run', 'http://127.0.0.1:9', '--key', 'test-key', '--plan'],
  ['requirements', 'messages.stop-sequence-agrees'],
  ['run', '--requirement', 'messages.temperature*', '--quiet'],
] as const

/** The time that commands take from start to exit beyond what `node -e 0` takes, in turn. */
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
