import { expect, test } from 'vitest'
import type { Exchange } from '../../../core/model/exchange.ts'
import { observe } from '../../../engine/judge/index.ts'
import { answer, brokenBy, callOf, reply } from './exchange.fixture.ts'
import suite from './index.ts'
import { fruitBasket } from './probes/answers.ts'
import { ask, question } from './templates/build.ts'
import { enumMember, json } from './templates/output.ts'
import { chosenFunction, functions } from './templates/tools.ts'

const limited = question('Name a color.', { generationConfig: { maxOutputTokens: 16 } })
const two = question('Name a color.', { generationConfig: { candidateCount: 2 } })
const none = ask({
  ...(functions.body as object),
  toolConfig: { functionCallingConfig: { mode: 'NONE' } },
})

const defects: readonly (readonly [string, readonly string[], Exchange])[] = [
  [
    'a call whose args are a string',
    ['content.reply-function-call', 'content.call-args-fit-parameters'],
    reply(chosenFunction, callOf('get_weather', '{"city":"Oslo"}')),
  ],
  ['one candidate of two', ['content.candidate-count'], reply(two, answer({ text: 'a' }))],
  [
    'the same index twice',
    ['content.candidate-indexes-distinct'],
    reply(two, { candidates: [{ index: 0 }, { index: 0 }] }),
  ],
  [
    'a reply with more tokens than allowed',
    ['content.max-output-tokens-kept'],
    reply(limited, { candidates: [{}], usageMetadata: { candidatesTokenCount: 17 } }),
  ],
  ['a call with mode NONE', ['content.mode-none-calls-nothing'], reply(none, callOf('get_weather'))],
  ['no call with mode ANY', ['content.mode-any-calls-a-function'], reply(chosenFunction, answer({ text: 'Sunny.' }))],
  [
    'a call of a function that is not allowed',
    ['content.called-function-allowed'],
    reply(chosenFunction, callOf('get_time')),
  ],
  [
    'a call without a required argument',
    ['content.call-args-fit-parameters'],
    reply(chosenFunction, callOf('get_weather', {})),
  ],
  ['prose in JSON mode', ['content.json-mode-parses'], reply(json, answer({ text: 'It has seven days.' }))],
  [
    'JSON of another shape',
    ['content.json-mode-fits-schema'],
    reply(fruitBasket, answer({ text: '{"label":"tiny","fruits":[],"count":0}' })),
  ],
  [
    'text that is not a member of the enum',
    ['content.enum-mode-member'],
    reply(enumMember, answer({ text: 'The apple.' })),
  ],
]

test.each(defects)('%s violates only %j', (_, ids, told) => {
  expect(brokenBy(observe(suite.operations, told))).toEqual([...ids].sort())
})
