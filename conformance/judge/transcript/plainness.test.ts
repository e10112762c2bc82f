import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainer } from './plainness.ts'

const ids = [
  'messages.stream/template/01-plain',
  'messages.stream/template/01-plain~2',
  'messages.create/coverage/02-top-p',
  'messages.stream/violation/model-refused',
  'messages.stream/exploration/valid-01',
  'messages.isolation/01',
]

test('a plain request comes before one of sixteen at the same time', () => {
  expect(isPlainer('messages.stream/template/01-plain', 'messages.isolation/01')).toBe(true)
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
