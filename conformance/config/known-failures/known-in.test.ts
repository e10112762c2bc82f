import { expect, test } from 'vitest'
import { shardInWords } from '../selection.ts'
import { knownIn } from './known-in.ts'

function isPartial(...limits: readonly string[]): boolean | undefined {
  return knownIn([], { startedAt: '2026-01-02T03:04:05.000Z', profile: 'standard', limits }).known?.isPartial
}

test.each([
  [shardInWords({ index: 1, count: 2 })],
  ['only the areas token-usage'],
  ['only the requirements usage.*'],
  ['only what the smoke profile sends'],
  ['3 planned cases were not sent: the maximum number of requests was reached'],
  ['interrupted by the user'],
  ['a.ndjson is cut off: the run that wrote it did not come to its end'],
])('a run with the limit "%s" did not send everything', (limit) => {
  expect(isPartial(limit)).toBe(true)
})

test.each([
  ['at most 2000 requests'],
  ['without what the vendor declares absent: speech'],
  ['the certificate of the target was not checked'],
])('a run with the limit "%s", which cut nothing off, sent everything', (limit) => {
  expect(isPartial(limit)).toBe(false)
})

test('a run without limits sent everything', () => {
  expect(isPartial()).toBe(false)
})
