import { expect, test } from 'vitest'
import { examples } from '../examples.fixture.ts'
import { allResults } from '../result.ts'
import { reasonText, repeatedText } from './requirement-card.ts'

const observed = allResults(examples.nonconforming()).find(({ verdict }) => verdict === 'observed')!

test('the reason of an informational result states how often it holds', () => {
  const all = { ...observed, exchanges: 5, violating: 0, findings: [], reason: 'seen in 5 exchanges' }
  expect(reasonText(all)).toBe('holds in 5 of 5 exchanges')
  expect(reasonText({ ...all, violating: 3, reason: 'created is a string' })).toBe(
    'holds in 2 of 5 exchanges; created is a string',
  )
})

test('other results keep the reason of the judge', () => {
  expect(reasonText({ ...observed, verdict: 'pass', reason: 'passed in 5 exchanges' })).toBe('passed in 5 exchanges')
})

test.each([
  [3, 3, 3, 'the same 3 times'],
  [20, 20, 61, 'all of the 20 listed findings are the same; 61 in total'],
  [5, 20, 61, '5 of the 20 listed findings are the same; 61 in total'],
])('%i equal findings of %i listed and %i in total: %s', (same, listed, total, text) => {
  expect(repeatedText(same, listed, total)).toBe(text)
})
