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

test('a use and its result are certain ground', () => {
  expect(found({ role: 'assistant', content: [use('a')] }, { role: 'user', content: [result('a')] })).toEqual([])
})

test('results may be spread over consecutive messages of the user', () => {
  const uses = { role: 'assistant', content: [use('a'), use('b')] }
  expect(found(uses, { role: 'user', content: [result('a')] }, { role: 'user', content: [result('b')] })).toEqual([])
})

test('a use without its result is open, and so is the reverse', () => {
  expect(found({ role: 'assistant', content: [use('a')] }, asked)).toEqual(['/messages/1/content/0'])
  expect(found({ role: 'user', content: [result('a')] })).toEqual(['/messages/1/content/0'])
})

test('a result after other blocks is open', () => {
  const late = { role: 'user', content: [{ type: 'text', text: 'Here:' }, result('a')] }
  expect(found({ role: 'assistant', content: [use('a')] }, late)).toEqual(['/messages/2/content/1'])
})

test('two uses or two results of one id are open', () => {
  const twice = { role: 'assistant', content: [use('a'), use('a')] }
  expect(found(twice, { role: 'user', content: [result('a'), result('a')] })).toEqual([
    '/messages/1/content/1',
    '/messages/2/content/1',
  ])
})

test('a use that no declared tool explains is open', () => {
  const answer = { role: 'user', content: [result('a')] }
  expect(found({ role: 'assistant', content: [use('a', {})] }, answer)).toEqual(['/messages/1/content/0'])
  expect(found({ role: 'assistant', content: [use('a', { at: 7 })] }, answer)).toEqual(['/messages/1/content/0'])
  expect(found({ role: 'assistant', content: [{ ...use('a'), name: 'hear' }] }, answer)).toEqual([
    '/messages/1/content/0',
  ])
})
