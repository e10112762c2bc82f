import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLongerThan } from './longer-than.ts'

test.each([
  ['plain letters at the limit', 'aaaa', false],
  ['one plain letter more', 'aaaaa', true],
  ['three astral characters, six UTF-16 units', '🌊🌊🌊', false],
  ['five letters beyond ASCII', 'ééééé', true],
  ['five ideographs', '日本日本日', true],
  ['three letters with combining accents, six code points', 'e\u0301e\u0301e\u0301', false],
  ['five letters with combining accents', 'e\u0301'.repeat(5), true],
  ['a family of seven code points', '👨‍👩‍👧‍👦', false],
  ['line ends of two characters each', '\r\n\r\n\r\n', false],
])('the length of %s is compared with a limit of 4', (_, text, isLonger) => {
  expect(isLongerThan(4, text)).toBe(isLonger)
})

test('a text is only called too long if it has more graphemes than the limit', () => {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const text = fc.string({
    unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 3 }), fc.constantFrom('é', 'e\u0301', '각', 'ᄀ', '\u200d')),
    maxLength: 12,
  })
  fc.assert(
    fc.property(text, fc.nat(12), (one, limit) => {
      if (isLongerThan(limit, one)) expect([...graphemes.segment(one)].length).toBeGreaterThan(limit)
    }),
    { numRuns: 2000 },
  )
})
