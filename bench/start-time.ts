import { mgi, mgiFlags, runNode } from './child.ts'
import { type Figure, median } from './figure.ts'

/** The time of `mgi --version` beside `node -e 0`, in turn. */
export async function startTime(rounds: number): Promise<readonly Figure[]> {
  const pairs: (readonly [number, number])[] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push([
      (await runNode([...mgiFlags, mgi, '--version'])).milliseconds,
      (await runNode(['-e', '0'])).milliseconds,
    ])
  }
  const ratios = pairs.map(([ours, theirs]) => ours / theirs)
  return [
    {
      name: 'mgi --version beside node -e 0',
      value: median(ratios),
      unit: 'times',
      goal: { at: 'most', value: 3 },
      detail: `${median(pairs.map(([ours]) => ours)).toFixed(0)} ms against ${median(pairs.map(([, theirs]) => theirs)).toFixed(0)} ms`,
    },
  ]
}
