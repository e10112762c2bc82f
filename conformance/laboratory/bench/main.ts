/** `npm run bench`: measures the figures of `docs/performance.md`. `--quick` runs fewer rounds. */
import { firstRequest } from './first-request.ts'
import { proxying } from './proxy.ts'
import { wholeRun } from './whole-run.ts'

const isQuick = process.argv.includes('--quick')
const rounds = isQuick ? 3 : 7

const figures = [
  ...(await firstRequest(rounds)),
  ...(await wholeRun(rounds)),
  ...(await proxying(rounds, isQuick ? 2_000 : 5_000)),
]
for (const { name, value, unit, most, least, detail } of figures) {
  const isMet = (most === undefined || value <= most) && (least === undefined || value >= least)
  const goal = most === undefined ? `at least ${least}` : `at most ${most}`
  process.stdout.write(
    `${name}: ${value.toFixed(2)} ${unit}  (goal: ${goal}, ${isMet ? 'reached' : 'MISSED'})\n    ${detail}\n`,
  )
}
