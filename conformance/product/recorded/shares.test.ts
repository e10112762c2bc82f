import { expect, test } from 'vitest'
import type { EvidenceHeader } from '../../engine/record/evidence/frame.ts'
import { missingInWords, missingShards } from './shares.ts'

const shares = (count: number, indices: readonly number[], more: Partial<EvidenceHeader> = {}) =>
  indices.map((index) => ({ seed: 1, profile: 'smoke', ...more, shard: { index, count } }) as EvidenceHeader)

test('no shard is missing from a complete plan, in any order', () => {
  expect(missingShards(shares(3, [2, 3, 1]))).toEqual([])
  expect(missingInWords(shares(3, [2, 3, 1]))).toBeUndefined()
})

test('missing shards are named', () => {
  expect(missingInWords(shares(4, [1, 2, 4]))).toMatch(/^shard 3 of 4 is not among the runs/)
  expect(missingInWords(shares(4, [3]))).toMatch(/^shards 1, 2, 4 of 4 are not among the runs/)
})

test.each([
  ['of different plans', [...shares(2, [1]), ...shares(3, [2])]],
  ['of another seed', [...shares(2, [1]), ...shares(2, [2], { seed: 2 })]],
  ['of another profile', [...shares(2, [1]), ...shares(2, [2], { profile: 'standard' })]],
  ['not sharded', [{ seed: 1, profile: 'smoke' } as EvidenceHeader]],
  ['missing', []],
])('runs that are %s are not shards of one plan', (_what, headers) => {
  expect(missingShards(headers)).toBeUndefined()
})
