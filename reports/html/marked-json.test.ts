import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyLines, jsonLines } from './marked-json.ts'

const marked = (text: string, pointer: string) =>
  bodyLines(text, [pointer])?.flatMap(({ text, isMarked }) => (isMarked ? [text.trim()] : []))

test('the value at a pointer is marked on all its lines', () => {
  expect(marked('{"a":{"b":[1,2]},"c":3}', '/a/b')).toEqual(['"b": [', '1,', '2', ']'])
})

test('a missing value is noted at the nearest existing parent', () => {
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

test('a body that is not JSON is not formatted', () => {
  expect(bodyLines('not json', ['/a'])).toBeUndefined()
})

test('formatting changes only whitespace', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const laidOut = jsonLines(text)!.map((line) => line.text)
      expect(laidOut.join('\n')).toBe(JSON.stringify(JSON.parse(text), null, 2))
    }),
  )
})

test('numbers keep their digits, and duplicate members are all shown', () => {
  expect(jsonLines('{"a":1.0,"a":1e400,"b":12345678901234567890}')?.map(({ text }) => text.trim())).toEqual([
    '{',
    '"a": 1.0,',
    '"a": 1e400,',
    '"b": 12345678901234567890',
    '}',
  ])
})

test('each line has the pointer of its value', () => {
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

test('invalid or very deeply nested JSON is not formatted', () => {
  for (const text of ['', 'not json', '{"a":', '['.repeat(1e5), '['.repeat(50) + ']'.repeat(50)]) {
    expect(jsonLines(text)).toBeUndefined()
  }
})
