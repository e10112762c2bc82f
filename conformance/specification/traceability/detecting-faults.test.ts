import { expect, test } from 'vitest'
import { faultsDetectedBy } from './detecting-faults.ts'

const faults = [
  { id: 'overlook:a', derivedFrom: 'rule', breaks: ['a'] },
  { id: 'wide', breaks: ['a', 'b'] },
  { id: 'narrow', breaks: ['a'] },
  { id: 'another', breaks: ['b'] },
] as const

test('handwritten faults come before derived ones, the narrowest first', () => {
  expect(faultsDetectedBy('a', faults).map(({ id }) => id)).toEqual(['narrow', 'wide', 'overlook:a'])
})

test('a requirement without faults has an empty list', () => {
  expect(faultsDetectedBy('c', faults)).toEqual([])
})
