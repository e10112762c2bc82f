import { expect, test } from 'vitest'
import { drawnPairs, expectNobodyWronglyBlamed } from '../blocked/pairs.ts'

/** The seed by which thirty faults are drawn. */
const seed = Number(process.env['SEED'] ?? 1)
const pairs = drawnPairs(30, seed)

test('thirty faults make more than a hundred pairs', () => {
  expect(pairs.length).toBeGreaterThan(100)
})

test.each(
  pairs.map((pair) => [pair.one.id, pair.other.id, pair] as const),
)(`what %s or %s blocks is decided once it is mended (seed ${seed})`, async (_one, _other, pair) => {
  await expectNobodyWronglyBlamed([pair])
})
