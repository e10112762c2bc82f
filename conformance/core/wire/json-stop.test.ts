import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonStopInWords, whereJsonStops } from './json-stop.ts'
import { parseJson } from './parse-json.ts'

test('a text has no stop exactly if it is JSON', () => {
  const parts = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '1',
    '-',
    '.5',
    'e3',
    'true',
    'nul',
    ' ',
    '\\',
  )
  const anyText = fc.oneof(
    fc.json(),
    fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(anyText, (text) => {
      expect(whereJsonStops(text) === undefined).toBe(parseJson(text) !== undefined)
    }),
    { numRuns: 2000 },
  )
})

test('the beginning of an object or list ends too early', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())),
      fc.nat(),
      (value, cut) => {
        const text = JSON.stringify(value)
        expect(whereJsonStops(text.slice(0, cut % text.length))?.isAtEnd).toBe(true)
      },
    ),
  )
})

test.each([
  ['{"type":"a",,"index":0}', ' at character 13: `,"index":0}` after `{"type":"a",`'],
  ['{"type":"a","ind', ': it ends within `"ind`'],
  ['{"type":"a",', ': it ends after `{"type":"a",`'],
  ['<html>', ' at character 1: `<html>`'],
  ['{"a":NaN}', ' at character 6: `NaN}` after `{"a":`'],
  ['', ''],
])('%s is described', (text, words) => {
  expect(jsonStopInWords(text)).toBe(words)
})
