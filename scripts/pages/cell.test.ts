import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cell, table } from './cell.ts'

test('a cell is a single line without unescaped bars, whatever its text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const written = cell(text)
      expect(written).not.toContain('\n')
      expect(written.replaceAll(/\\./g, '')).not.toContain('|')
    }),
  )
})

test('code is unchanged except for escaped bars', () => {
  expect(cell('`a_b*` | `c|d` <b> _e_ [f](g)')).toBe('`a_b*` \\| `c\\|d` &lt;b> \\_e\\_ \\[f\\](g)')
})

test('a table has a header line, a separator and one line per row', () => {
  expect(table(['a', 'b'], [['1', '2']])).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |\n')
})
