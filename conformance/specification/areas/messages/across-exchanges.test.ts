import { expect, test } from 'vitest'
import type { Exchange } from '../../../core/model/exchange.ts'
import { verdicts } from '../../../core/model/vocabulary.ts'
import { startJudge } from '../../../engine/judge/index.ts'
import { nonce } from '../nonces.ts'
import { answered, exchangeOf, json } from './exchange.fixture.ts'
import suite from './index.ts'

import { createMessage } from './operations.ts'
import { asks, messageTurn } from './request-values.ts'

const usage = { input_tokens: 1, output_tokens: 1 }

function reply(id: string, text: string) {
  const content = [{ type: 'text', text }]
  const rest = { stop_reason: 'end_turn', stop_sequence: null, usage }
  return json({ id, type: 'message', role: 'assistant', model: 'm', content, ...rest })
}

function verdict(id: string, ...exchanges: readonly Exchange[]): string | undefined {
  const requirements = suite.requirements.filter((one) => one.id === id)
  const judge = startJudge({ ...suite, requirements })
  for (const [index, exchange] of exchanges.entries()) judge.see({ ...exchange, id: `x${index}`, startedAt: index })
  const found = judge.conclude().map(({ verdict }) => verdicts.indexOf(verdict))
  return verdicts[Math.max(0, ...found)]
}

test('a repeated reply id is a violation', () => {
  const told = (id: string) => exchangeOf(asks([messageTurn('user', 'a')]), reply(id, 'b'))
  expect(verdict('messages.reply-id-unique', told('one'), told('two'))).toBe('pass')
  expect(verdict('messages.reply-id-unique', told('one'), told('two'), told('one'))).toBe('fail')
  expect(verdict('messages.reply-id-unique', told('one'))).toBe('untested')
})

test('one reply that is told twice to an idempotency key has one id', () => {
  const request = createMessage.write(asks([messageTurn('user', 'a')]))
  const told = (key: string, text: string) =>
    answered({ ...request, headers: [...request.headers, ['Idempotency-Key', key]] }, reply('one', text))
  expect(verdict('messages.reply-id-unique', told('k-1', 'b'), told('k-1', 'b'))).toBe('pass')
  expect(verdict('messages.reply-id-unique', told('k-1', 'b'), told('k-1', 'c'))).toBe('fail')
  expect(verdict('messages.reply-id-unique', told('k-1', 'b'), told('k-2', 'b'))).toBe('fail')
})

test('a nonce of another request in a reply is a violation, and a reply may omit its own', () => {
  const [mine, other] = [nonce(1, 0), nonce(1, 1)]
  const told = (asked: string, text: string) => exchangeOf(asks([messageTurn('user', asked)]), reply(asked, text))
  expect(verdict('messages.replies-do-not-mix', told(mine, mine), told(other, 'no'))).toBe('pass')
  expect(verdict('messages.replies-do-not-mix', told(mine, `${mine} ${other}`), told(other, other))).toBe('fail')
  expect(verdict('messages.replies-do-not-mix', told(mine, nonce(2, 0)), told(other, other))).toBe('pass')
})

test('a reply to another request is not judged further', () => {
  const [mine, other] = [nonce(1, 0), nonce(1, 1)]
  const asking = asks([messageTurn('user', mine)])
  const broken = (text: string) => ({ ...reply('one', text), ...json({ id: 1, content: [{ type: 'text', text }] }) })
  expect(verdict('messages.reply-id', exchangeOf(asking, broken(mine)))).toBe('fail')
  expect(verdict('messages.reply-id', exchangeOf(asking, broken(other)))).toBe('untested')
})

test('a beta list and repeated beta headers must get the same outcome', () => {
  const request = createMessage.write(asks([messageTurn('user', 'a')]))
  const naming = (...values: readonly string[]) => ({
    ...request,
    headers: [...request.headers, ...values.map((value) => ['provider-beta', value] as const)],
  })
  const rejected = json({ error: { type: 'invalid_request_error', message: 'a', code: 'b' } }, 400)
  const list = answered(naming('a, b'), reply('one', 'c'))
  expect(verdict('messages.beta-forms-agree', list, answered(naming('a', 'b'), reply('two', 'c')))).toBe('pass')
  const created = { ...reply('two', 'c'), status: 201 }
  expect(verdict('messages.beta-forms-agree', list, answered(naming('a', 'b'), created))).toBe('pass')
  expect(verdict('messages.beta-forms-agree', list, answered(naming('a', 'b'), rejected))).toBe('fail')
  expect(verdict('messages.beta-forms-agree', list, answered(naming('a', 'c'), rejected))).toBe('untested')
})
