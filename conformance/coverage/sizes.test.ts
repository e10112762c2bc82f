import { expect, test } from 'vitest'
import type { RequestValue } from '../model/operation.ts'
import { startSizes } from './sizes.ts'

function sizesOf(...bodies: readonly object[]) {
  const sizes = startSizes()
  for (const body of bodies) sizes.add({ body } satisfies RequestValue)
  return Object.fromEntries(sizes.covered().map(({ of, least, most, different }) => [of, [least, most, different]]))
}

test('turns, blocks, tools, stop sequences and texts of a conversation', () => {
  const turn = {
    role: 'user',
    content: [
      { type: 'text', text: 'Hi 🙂' },
      { type: 'text', text: '!' },
    ],
  }
  const tool = { name: 'a', input_schema: { type: 'object', properties: { b: { type: 'array', items: {} } } } }
  expect(
    sizesOf({ messages: [turn], stop_sequences: ['a', 'b'] }, { messages: [turn, turn, turn], tools: [tool] }),
  ).toEqual({
    turns: [1, 3, 2],
    'blocks of a turn': [2, 2, 1],
    'stop sequences': [2, 2, 1],
    tools: [1, 1, 1],
    'depth of a schema': [3, 3, 1],
    'characters of a text': [1, 4, 2],
  })
})

test('functions in tools, and settings within generationConfig, in both spellings', () => {
  const tools = [{ function_declarations: [{ name: 'a' }, { name: 'b' }] }, { functionDeclarations: [{ name: 'c' }] }]
  const contents = [{ parts: [{ text: 'Hi' }] }]
  expect(sizesOf({ contents, tools, generationConfig: { candidateCount: 2 } })).toMatchObject({
    tools: [3, 3, 1],
    'replies asked for': [2, 2, 1],
  })
})

test('files and pictures, and how many images are asked for', () => {
  const file = { field: 'image', width: 17, bytes: 106 }
  expect(sizesOf({ prompt: 'abc', n: 2, image: [file, { ...file, width: 256 }], mask: file })).toEqual({
    'characters of a text': [3, 3, 1],
    'replies asked for': [2, 2, 1],
    files: [3, 3, 1],
    'width of a picture': [17, 256, 2],
    'bytes of a file': [106, 106, 1],
  })
  expect(sizesOf()).toEqual({})
})
