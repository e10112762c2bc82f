import { expect, test } from 'vitest'
import type { ExchangeFact } from '../../exchange-fact.ts'
import type { Failure } from './failure.ts'
import { servedOtherwise } from './hints.ts'

const failures = [{ name: { requirement: 'plain', operation: 'images.generate' } }] as unknown as readonly Failure[]

function fact(members: readonly string[], responseClass: string): ExchangeFact {
  const isPlain = members.length === 1
  return { operation: 'images.generate', members, isPlain, responseClass } as unknown as ExchangeFact
}

const plain = fact(['prompt'], 'rejected')

test('the members that each accepted request has, and the plain one lacks, are named', () => {
  const accepted = [fact(['prompt', 'model', 'n'], 'accepted'), fact(['prompt', 'model'], 'accepted')]
  const others = [fact(['prompt', 'style'], 'rejected')]
  expect(servedOtherwise(failures, [plain, ...accepted, ...others])).toBe(
    'With `model` named it is served: find where the gateway requires that. The specification does not.',
  )
})

test('requests that share no further member are only compared with the plain one', () => {
  const accepted = [fact(['prompt', 'model'], 'accepted'), fact(['prompt', 'n'], 'accepted')]
  expect(servedOtherwise(failures, [plain, ...accepted])).toMatch(/^Other requests are accepted/)
})

test('nothing is advised on an operation that accepts nothing', () => {
  expect(servedOtherwise(failures, [plain, fact(['prompt', 'model'], 'rejected')])).toBeUndefined()
})
