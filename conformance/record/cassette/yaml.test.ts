import { expect, test } from 'vitest'
import { parseCassetteYaml, parseYaml } from './yaml.ts'

test.each([
  ['items at the margin', 'interactions:\n- a: 1\n  b: |\n    - x\n\n    y\n- a: 2\nversion: 1\n'],
  ['items that are indented', '---\nversion: 2\ninteractions:\n    - a: |+\n        - x\n\n    - a: 2\n'],
  ['lists in items', "http_interactions:\n- a:\n  - 1\n  - 2\n  b: 'x\n\n    - y'\nrecorded_with: VCR 6\n"],
  ['an alias in an item', 'interactions:\n- a: &x [1]\n  b: *x\n- a: 2\n'],
  ['an alias of another item', 'interactions:\n- a: &x [1]\n- a: *x\n'],
  ['a list in one line', 'interactions: [{a: 1}]\n'],
  ['no items', 'interactions: []\nversion: 1\n'],
  ['Windows line ends', 'interactions:\r\n- a: 1\r\n- a: 2\r\nversion: 1\r\n'],
])('a cassette is read in pieces with the same result: %s', (_, text) => {
  expect(parseCassetteYaml(text)).toEqual(parseYaml(text))
})

test('a damaged item is reported with the same problem as in the whole text', () => {
  const text = 'interactions:\n- a: 1\n- a: "\nversion: 1\n'
  expect(parseCassetteYaml(text)).toEqual(parseYaml(text))
  expect(parseCassetteYaml(text)).toHaveProperty('problem')
})
