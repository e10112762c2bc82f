import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawables, drawnValues } from '../../../engine/generate/drawn.fixture.ts'
import { prove } from '../../../engine/plan/subject.ts'
import { startWithoutWords } from './without-words.ts'

const subjects = drawables.filter(({ arbitraries }) => arbitraries !== undefined)

test.each(subjects)('$id: a valid request without words stays valid with the same features', (drawable) => {
  const { subject } = drawable
  const withoutWords = startWithoutWords(subject.templates)
  for (const value of [...subject.templates.map((template) => template.value), ...drawnValues(drawable, 7, 25)]) {
    const bare = withoutWords(value)
    const proved = bare && prove(subject, bare)
    expect(new Set(proved?.uses), JSON.stringify(value)).toEqual(new Set(prove(subject, value)?.uses))
  }
})

const messages = subjects.find(({ id }) => id === 'messages.create')!.subject

test('user words and numbers of unspecified members are removed, even from names', () => {
  const word = fc.stringMatching(/^[a-z]{3,8}-?zebra[a-z ]{0,9}$/)
  const said = fc.record({ word, other: word, year: fc.integer({ min: 1000, max: 9999 }) })
  const withoutWords = startWithoutWords(messages.templates)
  fc.assert(
    fc.property(said, ({ word: one, other, year }) => {
      const body = {
        model: 'messages-model-1',
        max_tokens: 77,
        system: one,
        metadata: { user_id: other },
        stop_sequences: [one],
        tools: [{ name: other, input_schema: { type: 'object', properties: { [one]: {} } } }],
        messages: [
          { role: 'user', content: one },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: other, name: other, input: { [one]: [other, year] } }],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: other, content: one }] },
        ],
      }
      const text = JSON.stringify(withoutWords({ body }))
      expect(text).not.toContain('zebra')
      expect(text).not.toContain(String(year))
      expect(text).toContain('"max_tokens":77')
    }),
  )
})

test('long texts keep about their lengths, and short ones become longer', () => {
  const contentOf = (content: string) => startWithoutWords(messages.templates)({ body: { content } })?.body
  expect(contentOf('Hi')).toEqual({ content: 'word_1' })
  fc.assert(
    fc.property(fc.string({ minLength: 20, maxLength: 300, unit: fc.constantFrom('a', 'ö', ' ', '\n') }), (text) => {
      const { content } = contentOf(`x ${text}`) as { readonly content: string }
      // A space at the end of the filler is left out.
      expect([text.length + 1, text.length + 2]).toContain(content.length)
    }),
  )
})

test('references to tool names and call ids still match', () => {
  const tools = [{ name: 'find_aunt', input_schema: { type: 'object' } }]
  const call = { type: 'tool_use', id: 'toolu_9', name: 'find_aunt', input: {} }
  const result = { type: 'tool_result', tool_use_id: 'toolu_9' }
  const bare = startWithoutWords(messages.templates)({ body: { tools, call, result } })
  expect(bare?.body).toEqual({
    tools: [{ name: 'word_1___', input_schema: { type: 'object' } }],
    word_2: { ...call, id: 'word_3_', name: 'word_1___' },
    word_4: { ...result, tool_use_id: 'word_3_' },
  })
})

test('files of unknown types and deeply nested values give no example', () => {
  const withoutWords = startWithoutWords(messages.templates)
  expect(withoutWords({ body: { source: { media_type: 'image/secret', data: 'AAAA' } } })).toBeUndefined()
  const deep = JSON.parse(`${'['.repeat(500)}1${']'.repeat(500)}`) as unknown
  expect(withoutWords({ body: deep })).toBeUndefined()
})
