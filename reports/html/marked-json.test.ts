import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyLines, jsonLines } from './marked-json.ts'

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

test('laying out changes nothing but white space', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const laidOut = jsonLines(text)!.map((line) => line.text)
      expect(laidOut.join('\n')).toBe(JSON.stringify(JSON.parse(text), null, 2))
    }),
  )
})

test('numbers keep their digits and repeated members all show', () => {
  expect(jsonLines('{"a":1.0,"a":1e400,"b":12345678901234567890}')?.map(({ text }) => text.trim())).toEqual([
    '{',
    '"a": 1.0,',
    '"a": 1e400,',
    '"b": 12345678901234567890',
    '}',
  ])
})

test('each line knows the pointer of its value', () => {
  expect(jsonLines('{"a/b":[1,{"~":[]}],"":{}}')?.map(({ pointer }) => pointer)).toEqual([
    '',
    '/a~1b',
    '/a~1b/0',
    '/a~1b/1',
    '/a~1b/1/~0',
    '/a~1b/1',
    '/a~1b',
    '/',
    '',
  ])
})

test('what is not JSON, or nests deeper than people read, is not laid out', () => {
  for (const text of ['', 'not json', '{"a":', '['.repeat(1e5), '['.repeat(50) + ']'.repeat(50)]) {
    expect(jsonLines(text)).toBeUndefined()
  }
})
