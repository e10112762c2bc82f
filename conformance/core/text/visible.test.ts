import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visible, visibleLine } from './visible.ts'

test('controls, separators, direction marks and lone surrogates are replaced in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(0xffff), (text, code) => {
      const shown = visible(text + String.fromCharCode(code))
      expect(shown).not.toMatch(/[\p{Cs}\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/u)
      expect(visibleLine(shown)).not.toMatch(/[\n\t]/)
    }),
    { numRuns: 1000 },
  )
})

test('visible text is unchanged', () => {
  for (const text of ['plain "text" <b>', 'züri 東京 العربية', '👩‍👩‍👧 e\u0301', 'a\n\tb'])
    expect(visible(text)).toBe(text)
})

test('invisible characters are spelled out', () => {
  expect(visible('\x1b[31m\0\r\x7f\x9b')).toBe('␛[31m␀␍␡⟨U+009B⟩')
  expect(visible('a\u2028b\u202ec\ud800d\ufeff')).toBe('a⟨U+2028⟩b⟨U+202E⟩c⟨U+D800⟩d⟨U+FEFF⟩')
  expect(visibleLine('a\n\tb')).toBe('a␊␉b')
})
