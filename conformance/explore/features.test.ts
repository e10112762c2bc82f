import { expect, test } from 'vitest'
import { documentLanguage } from '../plan/schema/language.ts'
import { featuresOf, pairsOf } from './features.ts'

test('features are optional members and kinds, wherever they stand; what users write themselves is one', () => {
  const tools = [
    { name: 'a', description: 'b', input_schema: { type: 'object', properties: { c: { type: 'string' } } } },
  ]
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'c', cache_control: { type: 'ephemeral' } }] }]
  const value = { header: {}, body: { model: 'm', max_tokens: 2, messages, tools, temperature: 0.5 } }
  expect([...featuresOf(documentLanguage, 'messages/request', value)].sort()).toEqual([
    'messages.content.cacheControl',
    'messages.content.type=text',
    'messages.role=user',
    'temperature',
    'tools',
    'tools.description',
  ])
  expect(pairsOf(['b', 'a', 'c'])).toEqual(['a + b', 'a + c', 'b + c'])
})
