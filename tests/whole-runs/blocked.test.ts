import { test } from 'vitest'
import { drawnPairs, expectNobodyWronglyBlamed, sample } from '../blocked/pairs.ts'

/** `tests/thorough/blocked.test.ts` has all pairs. */
const pairs = sample(drawnPairs(30, 1), 6, 'share of the pairs')

test.each(
  pairs.map((pair) => [pair.one.id, pair.other.id, pair] as const),
)('what %s or %s blocks is decided once it is mended', async (_one, _other, pair) => {
  await expectNobodyWronglyBlamed([pair])
})
