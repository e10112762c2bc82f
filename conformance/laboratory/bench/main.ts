/** `npm run bench`: measures the promised figures and prints each with its goal. `--quick` runs fewer rounds. */
import { firstRequest, shortCommands } from './commands.ts'
import { type Figure, isMet, lineOf } from './figure.ts'
import { latency } from './latency.ts'
import { proxying } from './proxy.ts'
import { serverThroughput } from './server-throughput.ts'
import { wholeRun } from './whole-run.ts'

const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 3 : 7

const measurements: readonly (() => Promise<readonly Figure[]>)[] = [
  () => firstRequest(rounds),
  () => shortCommands(rounds),
  () => wholeRun(rounds),
  () => serverThroughput(rounds, isQuick ? 2_000 : 8_000),
  () => latency(isQuick),
  () => proxying(rounds, isQuick ? 2_000 : 5_000),
]

let missed = 0
for (const measure of measurements) {
  for (const figure of await measure()) {
    process.stdout.write(`${lineOf(figure)}\n`)
    if (!isMet(figure)) missed += 1
  }
}
process.stdout.write(missed === 0 ? 'every goal is reached\n' : `${missed} goals are missed\n`)
process.exitCode = missed === 0 || isQuick ? 0 : 1
