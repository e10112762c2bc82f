import { expect, test } from 'vitest'
import { drawnPairs, expectNobodyWronglyBlamed } from '../blocked/pairs.ts'

/** The seed by which thirty faults are drawn. */
const seed = Number(process.env['SEED'] ?? 1)
const pairs = drawnPairs(30, seed)

test(`what a failure blocks is decided once it is mended, in all pairs of thirty faults (seed ${seed})`, async () => {
  expect(pairs.length).toBeGreaterThan(100)
  await expectNobodyWronglyBlamed(pairs)
})
