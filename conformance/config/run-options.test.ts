import { expect, test } from 'vitest'
import { explorationOf, randomSeed } from './run-options.ts'

test('a number is requests, a number with a unit is a time', () => {
  expect([500, '500', '90s', '10m', '2h', undefined].map(explorationOf)).toEqual([
    { requests: 500 },
    { requests: 500 },
    { seconds: 90 },
    { seconds: 600 },
    { seconds: 7200 },
    undefined,
  ])
  for (const text of ['', '0', 'x', '10 m', '1.5h', '-3']) expect(() => explorationOf(text), text).toThrow('--explore')
})

test('a random seed is another one each time', () => {
  expect(new Set([1, 2, 3].map(randomSeed)).size).toBe(3)
})
