import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recipes } from './index.ts'

test.each([
  'content.generate',
  'content.stream',
] as const)('%s: functions are drawn with parameters and without, with lists of one word and with arrays of objects', (operation) => {
  const functions = recipes[operation]?.features['functions']
  if (functions === undefined) throw new Error(`${operation} draws no functions`)
  const all = fc.sample(functions, { seed: 1, numRuns: 100 }).map((drawn) => JSON.stringify(drawn))
  const having = (text: string): number => all.filter((drawn) => drawn.includes(text)).length
  expect(having('"parameters"')).toBeGreaterThan(20)
  expect(having('"parameters"')).toBeLessThan(100)
  expect(having('"enum":["celsius"]')).toBeGreaterThan(5)
  expect(having('"items":{"type":"object"')).toBeGreaterThan(5)
})
