import { expect, test } from 'vitest'
import type { RequirementResult } from '../../conformance/core/model/report.ts'
import { inSections, sectionTitle } from './filters.ts'

const at = (section: string) => ({ section }) as RequirementResult

test('sections are sorted as in the specification, and results keep their order', () => {
  const results = ['9', '2.10', '2.9', '2.1', '10', '2.9'].map(at)
  expect(inSections(results).map(([section, own]) => [section, own.length])).toEqual([
    ['2.1', 1],
    ['2.9', 2],
    ['2.10', 1],
    ['9', 1],
    ['10', 1],
  ])
})

test('an unknown section has no title', () => {
  expect(sectionTitle('2.9')).toBe('Messages responses')
  expect(['42', '__proto__', 'constructor'].map(sectionTitle)).toEqual(['', '', ''])
})
