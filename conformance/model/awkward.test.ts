import { expect, test } from 'vitest'
import { hasAwkwardText } from './awkward.ts'

const holding = (text: string) => hasAwkwardText({ body: { messages: [{ content: text }] } })

test('ordinary words, numbers, names and base64 are not awkward', () => {
  for (const text of ['Name a color.', 'What is 2 + 2?', 'line\nline', 'image/png', 'toolu_01', 'iVBORw0KGgo='])
    expect(holding(text), text).toBe(false)
})

test('other scripts, lines of streams, JSON and mere punctuation are', () => {
  for (const text of [
    'größte',
    '🎨',
    'data: [DONE]',
    'a\nevent: x',
    ': comment',
    '{"a": 1}',
    '!?',
    'a\u2028b',
    'tab\there',
  ])
    expect(holding(text), text).toBe(true)
  expect(hasAwkwardText({ body: { properties: { größe: {} } } })).toBe(true)
})
