import { expect, test } from 'vitest'
import { validate } from '../../../schemas/index.ts'
import { pictures } from '../../areas/content-generation/media.ts'
import { streamMessage } from '../../areas/messages/operations.ts'
import { asks, says, streamed } from '../../areas/messages/request-values.ts'
import { documentLanguage } from '../../plan/schema/language.ts'
import { useAlone } from './use-alone.ts'

const { mimeType, data } = pictures.png
const picture = { type: 'image', source: { type: 'base64', media_type: mimeType, data } }
const id = 'messages.image-png-accepted'

/** What the requests that show one use alone make use of, each request's ids once. */
function shownWith(use: string, value: ReturnType<typeof asks>): readonly (readonly string[])[] {
  return validate('messages/request', value)
    .uses.flatMap((one) => useAlone(documentLanguage, streamMessage, value, one) ?? [])
    .map((alone) => validate('messages/request', alone.value).uses.map(({ requirement }) => requirement))
    .filter((ids) => ids.includes(use))
    .map((ids) => [...new Set(ids)])
}

test('what a required member asks for gives way where another use is to stand alone', () => {
  const value = streamed(asks([says('user', [{ type: 'text', text: 'Which color?' }, picture])], { max_tokens: 2 }))
  expect(shownWith(id, value)).toContainEqual([id])
})

test('a turn stands alone, without the tool loop before it', () => {
  const loop = [
    says('user', 'What is the weather in Oslo?'),
    says('assistant', [{ type: 'tool_use', id: 'toolu_01', name: 'get_weather', input: {} }]),
    says('user', [{ type: 'tool_result', tool_use_id: 'toolu_01', content: 'Mild and dry.' }]),
  ]
  const tools = [{ name: 'get_weather', input_schema: { type: 'object' } }]
  const value = streamed(asks([...loop, says('user', [picture, { type: 'text', text: 'Which color?' }])], { tools }))
  expect(shownWith(id, value)).toContainEqual([id])
})
