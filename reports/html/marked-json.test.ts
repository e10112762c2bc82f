import { expect, test } from 'vitest'
import { bodyLines } from './marked-json.ts'

const marked = (text: string, pointer: string) =>
  bodyLines(text, [pointer])?.flatMap(({ text, isMarked }) => (isMarked ? [text.trim()] : []))

test('the value at a pointer is marked over all its lines', () => {
  expect(marked('{"a":{"b":[1,2]},"c":3}', '/a/b')).toEqual(['"b": [', '1,', '2', ']'])
})

test('where something is missing, a line says so in the nearest place around it', () => {
  const lines = bodyLines('{"usage":{"input_tokens":1}}', ['/usage/output_tokens'])!
  expect(lines.map(({ text }) => text)).toEqual([
    '{',
    '  "usage": {',
    '    (nothing at /usage/output_tokens)',
    '    "input_tokens": 1',
    '  }',
    '}',
  ])
  expect(lines.filter(({ isMarked }) => isMarked)).toHaveLength(1)
})

test('what is not JSON is not laid out', () => {
  expect(bodyLines('not json', ['/a'])).toBeUndefined()
})
