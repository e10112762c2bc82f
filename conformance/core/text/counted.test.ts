import { expect, test } from 'vitest'
import { counted, verbOfShare } from './counted.ts'

test('only one thing is singular', () => {
  expect([0, 1, 2].map((count) => counted(count, 'image'))).toEqual(['0 images', '1 image', '2 images'])
  expect([1, 2].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})

test('the verb of a share follows its count, and the noun if that is alone', () => {
  const text = (count: number, all: number) =>
    `${count} of ${counted(all, 'case')} ${verbOfShare(count, all, 'passes', 'pass')}`
  expect([text(1, 1), text(0, 1), text(1, 3), text(2, 3), text(0, 3)]).toEqual([
    '1 of 1 case passes',
    '0 of 1 case passes',
    '1 of 3 cases passes',
    '2 of 3 cases pass',
    '0 of 3 cases pass',
  ])
})
