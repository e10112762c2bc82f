import { expect, test } from 'vitest'
import { namesOf } from './names.ts'

test('files have the shortest distinct names', () => {
  expect(['/a/one.har', '/b/two.har'].map(namesOf(['/a/one.har', '/b/two.har']))).toEqual(['one.har', 'two.har'])
  const same = ['/t/a/one.har', '/t/b/one.har', '/t/b/c/one.har']
  expect(same.map(namesOf(same))).toEqual(['a/one.har', 'b/one.har', 'b/c/one.har'])
  expect(namesOf(['/one.har', '/b/one.har'])('/b/one.har')).toBe('b/one.har')
})
