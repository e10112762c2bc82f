import { expect, test } from 'vitest'
import { examples } from '../../reports/examples.fixture.ts'
import { contradictionIn } from './read-results.ts'

test('results with low coverage cannot be edited to conforming', () => {
  const { summary, ...rest } = examples.thin()
  expect(contradictionIn({ ...rest, summary })).toBeUndefined()
  expect(contradictionIn({ ...rest, summary: { ...summary, verdict: 'conforming' } })).toBe(
    'its verdict is conforming, but 3 of 5 mandatory requirements were tested',
  )
})
