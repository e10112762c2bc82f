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

test.each([
  ['single quotes', "interactions:\n  - request:\n      body: 'a\n      b: c\n\n      it''s'\n      uri: x\n"],
  ['double quotes', 'interactions:\n  - request:\n      body: "a\n      b: c\n\n      it\'s"\n      uri: x\n'],
  ['quotes at the margin', "interactions:\n- request:\n    body: 'a\n- b: c\n\nit''s'\n    uri: x\n"],
])('quoted texts that are indented no further than their key are read: %s', (name, text) => {
  const body = name === 'quotes at the margin' ? "a - b: c\nit's" : "a b: c\nit's"
  expect(parseCassetteYaml(text)).toEqual({ value: { interactions: [{ request: { body, uri: 'x' } }] } })
})

test('block texts and escapes beside such quoted texts are unchanged', () => {
  const text = [
    ...[
      'interactions:',
      '- request:',
      '    note: |',
      "      key: 'open",
      '      more',
      '    "said": "a\\',
      '    \\ b\\"',
      '    c"',
    ],
    ...["    plain: it's", "    tagged: !!str 'x", "    y'", ''],
  ].join('\n')
  const request = { note: "key: 'open\nmore\n", said: 'a b" c', plain: "it's", tagged: 'x y' }
  expect(parseCassetteYaml(text)).toEqual({ value: { interactions: [{ request }] } })
})
