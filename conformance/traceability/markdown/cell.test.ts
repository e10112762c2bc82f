import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cell, table } from './cell.ts'

test('whatever the text, a cell is one line and ends no cell', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const written = cell(text)
      expect(written).not.toContain('\n')
      expect(written.replaceAll(/\\./g, '')).not.toContain('|')
    }),
  )
})

test('code is left as it is, but for the bars of a table', () => {
  expect(cell('`a_b*` | `c|d` <b> _e_ [f](g)')).toBe('`a_b*` \\| `c\\|d` &lt;b> \\_e\\_ \\[f\\](g)')
})

test('a table has a line for its head, one that parts, and one a row', () => {
  expect(table(['a', 'b'], [['1', '2']])).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |\n')
})
