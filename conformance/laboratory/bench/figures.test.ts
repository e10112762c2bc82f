import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packageFile } from '../../../schemas/package-root.ts'
import { figureInWords, figuresBlock, type MeasuredFigures } from './figures.ts'

test('docs/performance.md shows the figures that the bench wrote', () => {
  const measured = JSON.parse(readFileSync(packageFile('docs/performance.json'), 'utf8')) as MeasuredFigures
  expect(readFileSync(packageFile('docs/performance.md'), 'utf8')).toContain(figuresBlock(measured))
})

test.each([
  [{ most: 2 }, 2, 'goal: at most 2, reached'],
  [{ most: 2 }, 2.1, 'goal: at most 2, MISSED'],
  [{ least: 0.7 }, 0.7, 'goal: at least 0.7, reached'],
  [{ least: 0.7 }, 0.6, 'goal: at least 0.7, MISSED'],
])('a figure says whether it reaches its goal: %o, %s', (goal, value, words) => {
  expect(figureInWords({ name: 'time', value, unit: 'times', detail: '', ...goal })).toContain(words)
})
