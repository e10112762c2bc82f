import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '../../specification/catalogue.ts'
import { digestOf } from '../plan/subject.ts'
import { respelled } from './respelled.ts'
import { spellingFor } from './spelling.ts'
import { spellingOf, unusualIn, usualExcept, usualSpelling, withUsualPart } from './spelling-of.ts'

const requests = fc
  .constantFrom(...catalogue.templates)
  .map(({ operation: id, value }) => ({ value, operation: catalogue.operations.find((one) => one.id === id)! }))

const spellings = fc.tuple(fc.integer(), fc.nat(100)).map(([seed, number]) => spellingFor(seed, number))

test('a request in the usual spelling has no unusual features', () => {
  fc.assert(
    fc.property(requests, ({ operation, value }) => {
      expect(unusualIn(spellingOf(operation.write(value)))).toEqual([])
    }),
    { seed: 1 },
  )
})

test('an unusual spelling is recognised from the bytes and can be reproduced', () => {
  fc.assert(
    fc.property(requests, spellings, ({ operation, value }, spelling) => {
      const usual = operation.write(value)
      const odd = respelled(operation, usual, { ...spelling, order: 0 })
      if (odd === undefined) return
      const again = respelled(operation, usual, spellingOf(odd))
      expect(again && unusualIn(spellingOf(again))).toEqual(unusualIn(spellingOf(odd)))
      if (spelling.escapes !== 'some') expect(again && digestOf(again)).toBe(digestOf(odd))
    }),
    { seed: 1 },
  )
})

test('unusual features can be kept or removed individually', () => {
  const odd = { ...usualSpelling, percent: true, space: ' ' }
  expect(unusualIn(odd)).toEqual(['space', 'percent'])
  expect(unusualIn(withUsualPart(odd, 'space'))).toEqual(['percent'])
  expect(unusualIn(usualExcept(odd, 'space'))).toEqual(['space'])
})
