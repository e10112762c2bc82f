import { expect, test } from 'vitest'
import { hasAwkwardText } from './awkward.ts'

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

test('non-ASCII text and mere punctuation are awkward', () => {
  for (const text of ['größte', '🎨', '!?', 'a\u2028b']) expect(holding(text), text).toBe(true)
  expect(hasAwkwardText({ body: { properties: { größe: {} } } })).toBe(true)
})
