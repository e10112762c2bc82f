import { expect, test } from 'vitest'
import { unchangedText } from './words.ts'

test('one unchanged result is singular', () => {
  expect(unchangedText({ unchanged: 1 })).toBe('1 result is unchanged.')
  expect(unchangedText({ unchanged: 2 })).toBe('2 results are unchanged.')
})
