import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import type { Ruling } from '../judge/index.ts'
import { planFor } from '../run/plan/plan-for.ts'
import type { Task } from './trial.ts'
import { getsWholePlan, isNeverAsked, mustFail, thinned, tryFault } from './try-fault.ts'

test('what a fault breaks has to fail where the same requests test it without the fault', () => {
  const may = ['a.one@images.edit', 'a.one@images.generate', 'a.two@images.edit']
  expect(mustFail(may, new Set(['a.one@images.edit', 'a.two@images.edit']))).toEqual([
    'a.one@images.edit',
    'a.two@images.edit',
  ])
})

test('what only the fault puts to the test has to fail wherever the fault shows', () => {
  const may = ['a.one@images.edit', 'a.one@images.generate']
  expect(mustFail(may, new Set())).toEqual(may)
})

function ruling(id: string, verdict: Ruling['verdict']): Ruling {
  return { requirement: { id }, operation: 'images.edit', verdict } as Ruling
}

test('a limited fault says nothing where no request puts what it breaks to the test, with it or without', () => {
  const may = ['a.one@images.edit']
  expect(isNeverAsked([ruling('a.one', 'untested'), ruling('a.two', 'pass')], may, new Set())).toBe(true)
  expect(isNeverAsked([ruling('a.one', 'untested')], may, new Set(may))).toBe(false)
  expect(isNeverAsked([ruling('a.one', 'pass')], may, new Set())).toBe(false)
})

test('what stays undecided without a failure that explains it is told', async () => {
  const task: Task = { kind: 'fault', id: 'usage-message-null', areas: ['token-usage'], profile: 'standard', seed: 1 }
  expect(await tryFault(task)).toMatchObject({ finish: 'exact', leftOpen: [] })
})

test.each([
  'usage-message-null',
  'usage-html',
  'refuse:usage.plain-request-accepted',
])('%s blocks nothing that the same requests leave untested without it', async (id) => {
  const task: Task = { kind: 'fault', id, areas: ['token-usage'], profile: 'standard', seed: 1 }
  expect(await tryFault(task)).toMatchObject({ finish: 'exact', blockedInVain: [] })
})

const result = 'usage.message@usage.token'

async function planOfUsage() {
  const selection = { areas: ['token-usage' as const], requirements: [], unsupported: [] }
  return planFor({ selection, profile: 'standard', seed: 1, betas: [], speech: undefined, shard: undefined }, catalogue)
}

test('a thinned plan keeps everything of the operations of a fault, and owes no more than it sends', async () => {
  const plan = await planOfUsage()
  const own = thinned(plan, 'a-fault', [result])
  expect(own.cases).toEqual(plan.cases.filter(({ why }) => why.kind !== 'violation'))
  expect(own.aims).toEqual(plan.aims)
})

test('of an operation that a fault does not touch, a thinned plan keeps the plain request and a sample', async () => {
  const plan = await planOfUsage()
  const other = thinned(plan, 'a-fault', ['images.reply-object@images.edit'])
  expect(other.cases.length).toBeLessThan(plan.cases.length)
  expect(other.cases.some(({ why }) => why.kind === 'plain')).toBe(true)
  expect(other.requests).toBeLessThan(plan.requests)
})

test('each fault gets the whole plan with one seed in twenty', () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed)
  expect(seeds.filter((seed) => getsWholePlan('a-fault', seed))).toHaveLength(1)
})
