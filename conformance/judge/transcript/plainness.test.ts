import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainer } from './plainness.ts'

const ids = [
  'messages.stream/plain',
  'messages.stream/plain~2',
  'messages.create/drawn/02',
  'messages.stream/violation/03-model-refused',
  'messages.stream/example/01',
  'messages.isolation/01',
]

test('a plain request comes before one of sixteen at the same time', () => {
  expect(isPlainer('messages.stream/plain', 'messages.isolation/01')).toBe(true)
})

test('the order is total: of two different exchanges exactly one is plainer', () => {
  const id = fc.oneof(fc.constantFrom(...ids), fc.string())
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(isPlainer(one, other) !== isPlainer(other, one)).toBe(one !== other)
    }),
  )
  expect([...ids].reverse().sort((one, other) => (isPlainer(one, other) ? -1 : 1))).toEqual(ids)
})
