import { expect, test } from 'vitest'
import { examples } from '../examples.fixture.ts'
import { allResults } from '../result.ts'
import { reasonText } from './requirement-card.ts'

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
