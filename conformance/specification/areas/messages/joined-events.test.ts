import { expect, test } from 'vitest'
import { messageFrom } from './joined-events.ts'

const start = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block })
const delta = (index: number, added: object) => ({ type: 'content_block_delta', index, delta: added })

test('the events of a stream are joined to a message with its thinking, texts and inputs', () => {
  const events = [
    { type: 'message_start', message: { id: 'msg_1' } },
    start(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'First ' }),
    delta(0, { type: 'thinking_delta', thinking: 'this.' }),
    delta(0, { type: 'signature_delta', signature: 'c2ln' }),
    start(1, { type: 'text', text: '' }),
    delta(1, { text: 'Mild' }),
    delta(1, { text: '.' }),
    start(2, { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} }),
    delta(2, { type: 'input_json_delta', partial_json: '{"city":' }),
    delta(2, { type: 'input_json_delta', partial_json: '"Oslo"}' }),
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ]
  expect(messageFrom(events)).toEqual({
    content: [
      { type: 'thinking', thinking: 'First this.', signature: 'c2ln' },
      { type: 'text', text: 'Mild.' },
      { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Oslo' } },
    ],
    stop_reason: 'tool_use',
  })
})

test('an input that is not JSON is left out, and events without a block are ignored', () => {
  const use = { type: 'tool_use', id: 'toolu_1', name: 'get_weather' }
  const events = [delta(7, { text: 'x' }), start(0, use), delta(0, { partial_json: '{"city":' }), undefined, 'x']
  expect(messageFrom(events)).toEqual({ content: [use], stop_reason: undefined })
})
