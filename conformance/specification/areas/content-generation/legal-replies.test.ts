import { expect, test } from 'vitest'
import type { Exchange } from '../../../core/model/exchange.ts'
import { observe } from '../../../engine/judge/index.ts'
import { answer, brokenBy, callOf, exchange, noContents, rejection, reply, stream } from './exchange.fixture.ts'
import suite from './index.ts'
import { generateContent } from './operations.ts'
import { question } from './templates/build.ts'
import { enumMember, json } from './templates/output.ts'
import { chosenFunction, codeExecution } from './templates/tools.ts'
import { plain } from './templates/turns.ts'

const two = question('Name a color.', { generationConfig: { candidateCount: 2 } })
const runsCode = question('Name a number.', {
  tools: [{ codeExecution: {} }],
  generationConfig: { responseMimeType: 'application/json' },
})
const cutJson = question('Name a color.', {
  generationConfig: { responseMimeType: 'application/json', stopSequences: ['a'] },
})

const legal: readonly (readonly [string, Exchange])[] = [
  ['no candidates but a block reason', reply(plain, { promptFeedback: { blockReason: 'SAFETY' } })],
  ['a candidate without content', reply(plain, { candidates: [{ finishReason: 'SAFETY' }] })],
  [
    'null for optional members',
    reply(plain, { candidates: [{ content: null, finishReason: null, index: null }], usageMetadata: null }),
  ],
  ['an empty list of candidates', reply(plain, { candidates: [] })],
  [
    'an empty content, and one without role',
    reply(two, { candidates: [{ content: {} }, { content: { parts: [{ text: 'a' }] } }] }),
  ],
  [
    'unknown members everywhere',
    reply(plain, { ...(answer({ text: 'a', thought_signature: 'b' }) as object), create_time: 1 }),
  ],
  ['a status of 201', reply(plain, answer({ text: 'a' }), 201)],
  [
    'an outcome spelled OK',
    reply(
      codeExecution,
      answer({ executableCode: { language: 'PYTHON', code: '' } }, { codeExecutionResult: { outcome: 'OK' } }),
    ),
  ],
  [
    'a whole number written as 1.0',
    exchange(generateContent, plain, 200, [['content-type', 'application/json']], '{"candidates":[{"index":1.0}]}'),
  ],
  ['user data in snake_case', reply(chosenFunction, callOf('get_weather', { city: 'Oslo', mime_type: 'a' }))],
  ['a truncated reply instead of a call', reply(chosenFunction, { candidates: [{ finishReason: 'MAX_TOKENS' }] })],
  [
    'a JSON text truncated by the token limit',
    reply(json, { candidates: [{ content: { parts: [{ text: '{"a' }] }, finishReason: 'MAX_TOKENS' }] }),
  ],
  ['a JSON text possibly truncated by a stop sequence', reply(cutJson, answer({ text: '{"a' }))],
  [
    'text around the code that computes a JSON reply',
    reply(
      runsCode,
      answer(
        { text: 'Let me run this.' },
        { executableCode: { language: 'PYTHON', code: 'print(7)' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '7' } },
        { text: '7' },
      ),
    ),
  ],
  ['thoughts beside JSON', reply(json, answer({ text: 'Let me think.', thought: true }, { text: '"seven"' }))],
  ['an enum member with a line end', reply(enumMember, answer({ text: 'apple\n' }))],
  ['an error without details', reply(noContents, rejection, 400)],
  ['an error with null details', reply(noContents, { error: { ...rejection.error, details: null } }, 400)],
  ['a gateway page in a 502', exchange(generateContent, plain, 502, [['content-type', 'text/html']], '<html>')],
  [
    'a status that section 7 does not list with any word',
    reply(plain, { error: { code: 1, message: 'no', status: 'TEAPOT' } }, 418),
  ],
  [
    'a stream with CRLF, comments, names and no space',
    stream(': hi\r\n\r\nevent: x\r\ndata:{"candidates":[]}\r\n\r\n'),
  ],
  ['a stream that ends in [DONE]', stream('data: {"candidates":[]}\n\ndata: [DONE]\n\n')],
  [
    'a stream with usage in an event of its own',
    stream('data: {"candidates":[]}\n\ndata: {"usageMetadata":{"totalTokenCount":3}}\n\n'),
  ],
]

test.each(legal)('%s violates no requirement', (_, told) => {
  expect(brokenBy(observe(suite.operations, told))).toEqual([])
})
