import { expect, test } from 'vitest'
import type { Limit } from '../../../core/model/limit.ts'
import { knownIn } from './entry.ts'

function isPartial(...kinds: readonly Limit['kind'][]): boolean | undefined {
  const limits = kinds.map((kind) => ({ kind, text: kind }))
  return knownIn([], { startedAt: '2026-01-02T03:04:05.000Z', profile: 'standard', limits }).known?.isPartial
}

test.each([
  'shard',
  'areas',
  'requirements',
  'skip',
  'profile',
  'cut',
  'time',
  'interrupted',
  'other',
] as const)('a run with a limit of the kind "%s" is partial', (kind) => {
  expect(isPartial(kind)).toBe(true)
})

test.each(['most', 'absent', 'unchecked'] as const)('a run with a limit of the kind "%s" is not partial', (kind) => {
  expect(isPartial(kind)).toBe(false)
})

test('a run without limits is not partial', () => {
  expect(isPartial()).toBe(false)
})
