import { expect, test } from 'vitest'
import type { ClientEffect, ShownByRun, Sign } from '../../core/model/client-effect.ts'
import { type ClientOutcome, clientsOf, type FaultImpact } from './client-impact.ts'
import { clientTableOf } from './client-table.ts'

const operation = 'messages.create'

function fault(id: string, outcome: ClientOutcome, exercise = 'text'): FaultImpact {
  const results = [
    { client: 'a', operation, exercise, outcome, ...(outcome === 'same' ? {} : { detail: id }) } as const,
  ]
  return { fault: id, requirements: ['r'], tried: ['a', 'b'], results }
}

const everything: ShownByRun = {
  fails: () => true,
  signs: () => [],
  servesNothing: () => false,
  servesPlain: () => true,
}

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

const index = { in: 'event', pointer: '/index', value: 'absent' } as const
const ofStart = { ...index, of: 'content_block_start' }
const ofDelta = { ...index, of: 'content_block_delta' }

function at(id: string, outcome: ClientOutcome, signs: readonly Sign[]): FaultImpact {
  return { ...fault(id, outcome), signs: { [`r@${operation}`]: signs } }
}

test.each<[string, readonly Sign[], string | undefined]>([
  ['the same places', [ofStart, ofDelta], 'breaks'],
  ['some of them only', [ofDelta], 'may-break'],
  ['the same places with another kind of value', [ofStart, { ...ofDelta, value: 'null' }], 'may-break'],
  ['the same places in some events only', [ofStart, { ...ofDelta, isInSome: true }], 'may-break'],
])('the effect of an experiment on a run that violates %s', (_, signs, effect) => {
  const [found] = effectsOf({ ...everything, signs: () => signs }, at('f', 'exception', [ofStart, ofDelta]))
  expect(found?.effect).toBe(effect)
})

test('of several experiments the one at the same places counts', () => {
  const run = { ...everything, signs: () => [ofDelta] }
  const [found] = effectsOf(run, at('f', 'exception', [ofStart, ofDelta]), at('g', 'silently missing', [ofDelta]))
  expect(found).toMatchObject({ effect: 'wrong', detail: 'g' })
})

test('a client that only hands on the altered value is not harmed by it', () => {
  const altered = at('f', 'different value', [{ in: 'body', pointer: '/usage/output_tokens', value: 'number' }])
  const handed = { ...altered, results: [{ ...altered.results[0]!, detail: '/usage/outputTokens: 9 → 0' }] }
  expect(effectsOf({ ...everything, signs: () => altered.signs![`r@${operation}`]! }, handed)).toEqual([])
})

test('every client of an operation that serves nothing breaks, without an experiment', () => {
  const run = { ...everything, servesPlain: () => false, servesNothing: () => true }
  expect(effectsOf(run, fault('f', 'same'))).toEqual([
    { client: 'a', packages: ['a 1.0.0'], effect: 'breaks', detail: 'messages.create serves nothing' },
  ])
})
