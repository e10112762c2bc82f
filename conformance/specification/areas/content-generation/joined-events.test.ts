import { expect, test } from 'vitest'
import { contentFrom } from './joined-events.ts'

const chunk = (finishReason: string | undefined, ...parts: readonly object[]) => ({
  candidates: [{ content: { parts, role: 'model' }, ...(finishReason === undefined ? {} : { finishReason }) }],
})

test('the events of a stream are joined to a reply, and parts with a signature stay as they came', () => {
  const call = { functionCall: { name: 'get_weather', args: { city: 'Oslo' } }, thoughtSignature: 'c2ln' }
  const events = [
    chunk(undefined, { text: 'Let me ' }),
    chunk(undefined, { text: 'see.' }),
    chunk('STOP', call),
    { usageMetadata: { promptTokenCount: 4 } },
  ]
  expect(contentFrom(events)).toEqual({
    candidates: [{ content: { parts: [{ text: 'Let me see.' }, call] }, finishReason: 'STOP' }],
  })
})
