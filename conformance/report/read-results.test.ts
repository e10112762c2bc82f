import { expect, test } from 'vitest'
import { examples } from '../../reports/examples.fixture.ts'
import { contradictionIn } from './read-results.ts'

test('results that tested too little cannot be called conforming by hand', () => {
  const { summary, ...rest } = examples.thin()
  expect(contradictionIn({ ...rest, summary })).toBeUndefined()
  expect(contradictionIn({ ...rest, summary: { ...summary, verdict: 'conforming' } })).toBe(
    'its verdict is conforming, but 3 of 5 mandatory requirements were tested',
  )
})
