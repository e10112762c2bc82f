import { expect, test } from 'vitest'
import type { ClientOutcome, FaultImpact } from './client-impact.ts'
import { clientTableOf } from './client-table.ts'

const operation = 'messages.create'

function fault(id: string, outcome: ClientOutcome, exercise = 'text'): FaultImpact {
  const results = [
    { client: 'a', operation, exercise, outcome, ...(outcome === 'same' ? {} : { detail: id }) } as const,
  ]
  return { fault: id, requirements: ['r'], tried: ['a', 'b'], results }
}

function effectOf(...faults: readonly FaultImpact[]) {
  const clients = ['a', 'b'].map((name) => ({ name, packages: [`${name} 1.0.0`] }))
  return clientTableOf({ formatVersion: 1, clients, faults }).effects['r']?.[operation]
}

test.each<[string, readonly ClientOutcome[], string]>([
  ['every fault raises an exception or hangs', ['exception', 'hang'], 'breaks'],
  ['one of two faults raises an exception', ['exception', 'same'], 'may-break'],
  ['one of two faults raises an exception and one gives a wrong value', ['different value', 'exception'], 'may-break'],
  ['every fault gives a wrong value', ['different value', 'silently missing'], 'wrong'],
  ['one of two gives a wrong value', ['same', 'different value'], 'may-be-wrong'],
  ['no fault has an effect', ['same', 'same'], 'unaffected'],
])('the effect if %s is as expected', (_, outcomes, effect) => {
  expect(effectOf(...outcomes.map((outcome, index) => fault(`f${index}`, outcome)))?.['a']?.effect).toBe(effect)
})

test('the worst exercise of a fault determines the effect and is named', () => {
  const { results, ...rest } = fault('f', 'same')
  const two = { ...rest, results: [...results, ...fault('g', 'exception', 'stream').results] }
  expect(effectOf(two)?.['a']).toEqual({ effect: 'breaks', exercise: 'stream', detail: 'g' })
})

test('a client that did not show a fault has no effect in the table', () => {
  expect(effectOf(fault('f', 'same'))).not.toHaveProperty('b')
})
