import { test } from 'vitest'
import { drawnPairs, expectCausesFree } from '../blocked/pairs.ts'

/** The seed by which thirty faults are drawn. */
const seed = Number(process.env['SEED'] ?? 1)

test.each(
  drawnPairs(30, seed).map((pair) => [pair.one.id, pair.other.id, pair] as const),
)(`repairing %s or %s frees what its causes explain (seed ${seed})`, async (_one, _other, pair) => {
  await expectCausesFree([pair])
})
