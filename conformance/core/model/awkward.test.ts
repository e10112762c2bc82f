import { expect, test } from 'vitest'
import { validate } from '../../../schemas/index.ts'
import { hasAwkwardText, ordinaryLetters } from './awkward.ts'

const holding = (text: string) => hasAwkwardText({ body: { messages: [{ content: text }] } })

test('ordinary text is not awkward', () => {
  for (const text of [
    'Name a color.',
    'What is 2 + 2?',
    'line\nline',
    'tab\there',
    'iVBORw0KGgo=',
    'data: [DONE]',
    'a\nevent: x',
    '{"a": 1}',
  ])
    expect(holding(text), text).toBe(false)
})

test('letters of other scripts in composed form are ordinary', () => {
  for (const text of ['größte Übung', 'déjà vu', 'Назови цвет', 'Όνομα', '说出颜色', '色の名前', 'カラー', '색 이름'])
    expect(holding(text), text).toBe(false)
})

test('astral, decomposed and right-to-left text, special spaces and mere punctuation are awkward', () => {
  for (const text of ['🎨', 'e\u0301', 'u\u0308ber', 'سمِّ لونًا', 'אמור צבע', '!?', '。', 'a\u2028b', 'c\u200bd'])
    expect(holding(text), text).toBe(true)
})

test('a name beyond ASCII is awkward', () => {
  expect(hasAwkwardText({ body: { properties: { größe: {} } } })).toBe(true)
})

test('each ordinary letter has one length, however it is counted, and no decomposed form', () => {
  const letters = new RegExp(`[${ordinaryLetters}]`)
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const wrong = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code))
    .filter((letter) => letters.test(letter))
    .filter((letter) => letter.normalize('NFC') !== letter || [...graphemes.segment(letter + letter)].length !== 2)
  expect(wrong).toEqual([])
})

test('the schemas leave open what is no ordinary letter, and nothing else', () => {
  const own = new RegExp(`^[\\t\\n\\r -~${ordinaryLetters}]$`)
  const all = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code))
  for (const operation of ['generate', 'edit'] as const) {
    const prompt = (text: string) => ({ body: { prompt: text.repeat(2) } })
    const isOpen = (text: string) =>
      validate(`images/${operation}-request`, prompt(text)).open.some(
        ({ pointer, interpretation }) => pointer === '/body/prompt' && interpretation === 'G13',
      )
    // Every hundredth character, and the ends of each range.
    const ends = all.filter((letter, code) => code % 101 === 0 || own.test(letter) !== own.test(all[code + 1] ?? ''))
    expect(ends.filter((letter) => isOpen(letter) === own.test(letter))).toEqual([])
  }
})
