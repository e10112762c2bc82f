import { expect, test } from 'vitest'
import { unchangedText } from './words.ts'

test('one unchanged result is singular', () => {
  expect(unchangedText({ unchanged: 1, stillFailing: [] })).toBe('1 result is unchanged.')
  expect(unchangedText({ unchanged: 2, stillFailing: [] })).toBe('2 results are unchanged.')
})

test('results that still fail are among the unchanged ones', () => {
  const stillFailing = [{ requirement: 'a.b', operation: 'usage.token' }] as const
  expect(unchangedText({ unchanged: 2, stillFailing })).toBe('2 results are unchanged; 1 of them still fails.')
})
