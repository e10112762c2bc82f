import { expect, test } from 'vitest'
import type { ClientEffect, ShownByRun } from '../../core/model/client-effect.ts'
import { type ClientOutcome, clientsOf, type FaultImpact } from './client-impact.ts'
import { clientTableOf } from './client-table.ts'

const operation = 'messages.create'

function fault(id: string, outcome: ClientOutcome, exercise = 'text'): FaultImpact {
  const results = [
    { client: 'a', operation, exercise, outcome, ...(outcome === 'same' ? {} : { detail: id }) } as const,
  ]
  return { fault: id, requirements: ['r'], tried: ['a', 'b'], results }
}

const everything: ShownByRun = { fails: () => true, servesPlain: () => true }

function effectsOf(run: ShownByRun, ...faults: readonly FaultImpact[]): readonly ClientEffect[] {
  const clients = ['a', 'b'].map((name) => ({ name, packages: [`${name} 1.0.0`] }))
  return clientsOf([{ requirement: 'r', operation }], run, clientTableOf({ formatVersion: 1, clients, faults }))
}

test.each<[string, readonly ClientOutcome[], string | undefined]>([
  ['every fault raises an exception or hangs', ['exception', 'hang'], 'breaks'],
  ['one of two faults raises an exception', ['exception', 'same'], 'may-break'],
  ['one of two faults raises an exception and one gives a wrong value', ['different value', 'exception'], 'may-break'],
  ['every fault gives a wrong value', ['different value', 'silently missing'], 'wrong'],
  ['one of two gives a wrong value', ['same', 'different value'], 'may-be-wrong'],
  ['no fault has an effect', ['same', 'same'], undefined],
])('the effect if %s is as expected', (_, outcomes, effect) => {
  const faults = outcomes.map((outcome, index) => fault(`f${index}`, outcome))
  expect(effectsOf(everything, ...faults).find(({ client }) => client === 'a')?.effect).toBe(effect)
})

test('the worst exercise of a fault determines the effect and is named', () => {
  const { results, ...rest } = fault('f', 'same')
  const two = { ...rest, results: [...results, ...fault('g', 'exception', 'stream').results] }
  expect(effectsOf(everything, two)).toEqual([
    { client: 'a', packages: ['a 1.0.0'], effect: 'breaks', exercise: 'stream', detail: 'g' },
  ])
})

test('a fault shows no effect if it violates something that did not fail in the run', () => {
  const other: FaultImpact = { ...fault('f', 'exception'), requirements: ['r', 'other'] }
  const failing = (...ids: readonly string[]): ShownByRun => ({ ...everything, fails: (id) => ids.includes(id) })
  expect(effectsOf(failing('r'), other)).toEqual([])
  expect(effectsOf(failing('r', 'other'), other)).toHaveLength(1)
  expect(effectsOf(failing('r'), other, fault('g', 'different value'))[0]?.effect).toBe('wrong')
})

test('what a fault violates on another operation only is no obstacle', () => {
  const other: FaultImpact = { ...fault('f', 'exception'), requirements: ['r', 'elsewhere'] }
  expect(effectsOf({ ...everything, fails: (id) => (id === 'r' ? true : undefined) }, other)).toHaveLength(1)
})

test('no effect is shown on an operation that does not accept its plain request', () => {
  expect(effectsOf({ ...everything, servesPlain: () => false }, fault('f', 'exception'))).toEqual([])
})
