import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spellings } from '../../../../tests/hostile/forms-of-secrets.ts'
import { needleOf, occurrences, type Searched } from './occurrences.ts'
import { createRedactor } from './redact.ts'
import { searchFor } from './secret-spellings.ts'

const label = '«key:valid»'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_/+.'

/** Returns a key of this length that is the same in every run. */
function keyOf(length: number): string {
  let state = length
  const next = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state >> 8
  }
  return Array.from({ length }, () => letters[next() % letters.length]).join('')
}

const lengths = [8, 9, 63, 200, 4_000, 18_000, 64_000]

test.each(lengths)('a key of %i characters is redacted in every spelling', (length) => {
  const key = keyOf(length)
  const { text } = createRedactor([{ label, value: key }])
  for (const [name, spell] of Object.entries(spellings)) {
    const found = text(`before "${spell(key)}" after`)
    expect(/^before ".{0,16}«key:valid».{0,16}" after$/.test(found), name).toBe(true)
  }
})

test.each(
  lengths.filter((length) => length > 200),
)('the beginning of a key of %i characters before a cut is redacted', (length) => {
  const key = keyOf(length)
  const { text } = createRedactor([{ label, value: key }])
  expect(text(`is ${key.slice(0, length - 1)}… (cut)`)).toBe(`is ${label}… (cut)`)
})

test.each([
  ['in characters', 'clé-secrète'],
  ['percent-encoded', 'cl%C3%A9-secr%C3%A8te'],
])('a key with letters beyond ASCII, %s, is redacted in bytes and in escapes', (_, value) => {
  const search = searchFor([{ label, value }])!
  for (const spelled of ['clé-secrète', 'cl%c3%a9-secr%c3%a8te', 'cl\\u00e9-secr\\u00e8te'])
    expect(search.whole(Buffer.from(spelled).toString('latin1')), spelled).toHaveLength(1)
})

test('each of 200 long keys is redacted', () => {
  const keys = Array.from({ length: 200 }, (_, index) => `${index}-${randomBytes(3_000).toString('base64')}`)
  const { text } = createRedactor(keys.map((value, index) => ({ label: `«${index}»`, value })))
  expect(text(keys.join(' '))).toBe(keys.map((_, index) => `«${index}»`).join(' '))
})

test('of two secrets that begin alike, the longer one is replaced as a whole', () => {
  const { text } = createRedactor([
    { label: '«a»', value: 'secret-one' },
    { label: '«b»', value: 'secret-one-and-more' },
  ])
  expect(text('secret-one-and-more')).toBe('«b»')
})

test('what two overlapping secrets cover is replaced', () => {
  const { text } = createRedactor([
    { label: '«a»', value: 'aaa-bbb' },
    { label: '«b»', value: 'bbb-ccc' },
  ])
  expect(text('aaa-bbb-ccc')).toBe('«a»')
})

/** A text that counts the characters which a search reads. */
function counting(text: string): { readonly searched: Searched; readonly steps: () => number } {
  let steps = 0
  const searched: Searched = {
    length: text.length,
    charCodeAt: (at) => {
      steps += 1
      return text.charCodeAt(at)
    },
    indexOf: (part, from) => {
      const found = text.indexOf(part, from)
      steps += (found < 0 ? text.length : found) - from + part.length
      return found
    },
  }
  return { searched, steps: () => steps }
}

test('a search reads at most twice as many characters as the text has, for any needle', () => {
  const some = fc.constantFrom('a', 'b', 'ab')
  const word = fc.array(some, { minLength: 1, maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 20 }), (wanted, around) => {
      const text = around.join(wanted)
      const { searched, steps } = counting(text)
      const found = occurrences(searched, needleOf(wanted, Number.POSITIVE_INFINITY))
      expect(steps()).toBeLessThanOrEqual(2 * text.length + wanted.length)
      expect(found.map(({ start }) => start)).toEqual(startsOf(text, wanted))
    }),
  )
})

function startsOf(text: string, wanted: string): readonly number[] {
  const starts: number[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) starts.push(at)
  return starts
}

test.each([
  8, 800, 64_000,
])('a text that almost repeats a key of %i characters takes no more steps than another', (length) => {
  const { searched, steps } = counting('k'.repeat(1_000_000))
  expect(occurrences(searched, needleOf(`${'k'.repeat(length - 1)}b`, 8))).toEqual([])
  expect(steps()).toBeLessThanOrEqual(2_000_000)
})

test('no expression grows with a key: a search for a very long one can be created', () => {
  expect(searchFor([{ label, value: 'x'.repeat(5_000_000) }])?.whole('nothing')).toEqual([])
})
