import fc from 'fast-check'
import { expect, test } from 'vitest'
import { characterForms, eitherCasePattern, patternOf, secretPattern } from './secret-spellings.ts'

const letter = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code))
const secret = fc.string({ unit: letter, minLength: 6, maxLength: 30 })
const written = fc.constantFrom<(value: string) => string>(
  (value) => value,
  (value) => Buffer.from(value).toString('base64'),
  (value) => Buffer.from(`.${value}`).toString('base64url'),
  (value) => Buffer.from(`..${value}.`).toString('base64'),
  (value) => value.slice(1),
  (value) => encodeURIComponent(value),
  (value) => JSON.stringify(value),
)

function found(text: string, pattern: RegExp): readonly unknown[] {
  return Array.from(text.matchAll(pattern), (match) => [match.index, ...match])
}

test('the pattern without escapes finds the same secrets in text that has no escapes', () => {
  let looked = 0
  fc.assert(
    fc.property(
      fc.array(secret, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(secret, written)),
      (own, around) => {
        const secrets = own.map((value) => ({ label: '«key»', value }))
        const pieces = around.map(([text, write], at) => text + write(own[at % own.length]!))
        for (const text of [pieces.join(''), pieces.join('').replace(/[%\\&]/g, '')]) {
          const all = patternOf(secrets, characterForms)
          expect(found(text, secretPattern(secrets)!(text))).toEqual(found(text, all))
          if (secretPattern(secrets)!(text).source === patternOf(secrets, eitherCasePattern).source)
            looked += found(text, all).length
        }
      },
    ),
    { numRuns: 500 },
  )
  expect(looked).toBeGreaterThan(100)
})
