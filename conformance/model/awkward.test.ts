import { expect, test } from 'vitest'
import { hasAwkwardText } from './awkward.ts'

const holding = (text: string) => hasAwkwardText({ body: { messages: [{ content: text }] } })

test('ordinary words, numbers, lines, quotes, JSON and lines of streams are not awkward', () => {
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

test('other scripts, symbols beyond ASCII and mere punctuation are', () => {
  for (const text of ['größte', '🎨', '!?', 'a\u2028b']) expect(holding(text), text).toBe(true)
  expect(hasAwkwardText({ body: { properties: { größe: {} } } })).toBe(true)
})
