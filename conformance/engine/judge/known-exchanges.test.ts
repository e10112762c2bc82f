import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeWith } from '../../core/model/exchange.fixture.ts'
import type { Why } from '../../core/model/why.ts'
import { startKnownExchanges } from './known-exchanges.ts'

const violation = { kind: 'violation', requirement: 'r', keyword: 'type', pointer: '/a', control: 'p' } as const
const sent: readonly (readonly [id: string, why: Why])[] = [
  ['messages.stream/plain', { kind: 'plain' }],
  ['messages.stream/plain~2', { kind: 'plain' }],
  ['messages.create/drawn/02', { kind: 'drawn', covers: [] }],
  ['messages.stream/violation/03-model-rejected', violation],
  ['messages.stream/violation/12-model-rejected', violation],
  ['messages.stream/violation/104-model-rejected', violation],
  ['messages.stream/example/01', { kind: 'stored' }],
  ['messages.isolation/01', { kind: 'probe', probe: 'messages.isolation', step: 1 }],
]
const ids = sent.map(([id]) => id)
const known = startKnownExchanges()
for (const [id, why] of sent) known.note(exchangeWith({ id, why }))

test('a plain request is plainer than a probe', () => {
  expect(known.isPlainer('messages.stream/plain', 'messages.isolation/01')).toBe(true)
})

test('the order is total: exactly one of two different exchanges is plainer', () => {
  const id = fc.oneof(fc.constantFrom(...ids), fc.string())
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(known.isPlainer(one, other) !== known.isPlainer(other, one)).toBe(one !== other)
    }),
  )
  expect([...ids].reverse().sort((one, other) => (known.isPlainer(one, other) ? -1 : 1))).toEqual(ids)
})

test('attempts belong to their case; an unknown exchange is a case of its own', () => {
  known.note(exchangeWith({ id: 'a~2', caseId: 'a', why: { kind: 'plain' } }))
  expect([known.caseOf('a~2'), known.caseOf('entry-1~2')]).toEqual(['a', 'entry-1~2'])
})
