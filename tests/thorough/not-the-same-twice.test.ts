import { describe, expect, test } from 'vitest'
import { startInFront } from '../bad-targets/in-front.ts'
import { unsteady } from '../bad-targets/not-the-same-twice.ts'
import { judgedRun } from '../judged-run.ts'

/** The number of seeds (`SEEDS=5` raises it), and the first one. */
const seeds = Number(process.env['SEEDS'] ?? 1)
const firstSeed = Number(process.env['SEED'] ?? 1)

describe.each(Array.from({ length: seeds }, (_, index) => firstSeed + index))('with seed %i', (seed) => {
  test.each(unsteady)('nobody accuses: $name', async ({ area, behaviour }) => {
    const { results } = await judgedRun(await startInFront(behaviour(seed)), [area], { seed })
    expect(results.filter((result) => result.startsWith('fail'))).toEqual([])
  })
})
