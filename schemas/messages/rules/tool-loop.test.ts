import { expect, test } from 'vitest'
import { toolLoop } from './tool-loop.ts'

const tool = {
  name: 'look',
  input_schema: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
}
const use = (id: string, input: object = { at: 'sky' }) => ({ type: 'tool_use', id, name: 'look', input })
const result = (tool_use_id: string) => ({ type: 'tool_result', tool_use_id, content: 'blue' })
const asked = { role: 'user', content: 'What is up there?' }

function found(...messages: readonly object[]) {
  return toolLoop({ tools: [tool], messages: [asked, ...messages] }).map(({ pointer }) => pointer)
}

test('a tool use with its result is fully specified', () => {
  expect(found({ role: 'assistant', content: [use('a')] }, { role: 'user', content: [result('a')] })).toEqual([])
})

test('results may be spread over consecutive user messages', () => {
  const uses = { role: 'assistant', content: [use('a'), use('b')] }
  expect(found(uses, { role: 'user', content: [result('a')] }, { role: 'user', content: [result('b')] })).toEqual([])
})

test('a tool use without a result, and a result without a tool use, are unspecified', () => {
  expect(found({ role: 'assistant', content: [use('a')] }, asked)).toEqual(['/messages/1/content/0'])
  expect(found({ role: 'user', content: [result('a')] })).toEqual(['/messages/1/content/0'])
})

test('a result after other blocks is unspecified', () => {
  const late = { role: 'user', content: [{ type: 'text', text: 'Here:' }, result('a')] }
  expect(found({ role: 'assistant', content: [use('a')] }, late)).toEqual(['/messages/2/content/1'])
})

test('two tool uses or results with the same id are unspecified', () => {
  const twice = { role: 'assistant', content: [use('a'), use('a')] }
  expect(found(twice, { role: 'user', content: [result('a'), result('a')] })).toEqual([
    '/messages/1/content/1',
    '/messages/2/content/1',
  ])
})

test('a tool use that matches no declared tool is unspecified', () => {
  const answer = { role: 'user', content: [result('a')] }
  expect(found({ role: 'assistant', content: [use('a', {})] }, answer)).toEqual(['/messages/1/content/0'])
  expect(found({ role: 'assistant', content: [use('a', { at: 7 })] }, answer)).toEqual(['/messages/1/content/0'])
  expect(found({ role: 'assistant', content: [{ ...use('a'), name: 'hear' }] }, answer)).toEqual([
    '/messages/1/content/0',
  ])
})
