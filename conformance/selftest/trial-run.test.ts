import { expect, test } from 'vitest'
import { cutByTime } from './trial-run.ts'

test('what time cut off is no miss; what a target does not answer may be one', () => {
  const cut = '12 planned cases were not sent: the time limit was reached'
  expect(cutByTime(['only images', cut])).toBe(cut)
  expect(cutByTime(['1 planned case was not sent: the run ended early'])).toBeDefined()
  expect(cutByTime(['3 planned cases were not sent: the target no longer answered'])).toBeUndefined()
  expect(cutByTime([])).toBeUndefined()
})
