import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('only one thing is singular', () => {
  expect([0, 1, 2].map((count) => counted(count, 'image'))).toEqual(['0 images', '1 image', '2 images'])
  expect([1, 2].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})
