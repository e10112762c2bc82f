import { expect, test } from 'vitest'
import { type Ruling, unexplainedUndecided } from '../../engine/judge/index.ts'
import { planFor } from '../../product/run/plan/plan-for.ts'
import { catalogue } from '../../specification/catalogue.ts'
import type { Task } from './trial.ts'
import { finishOf, getsWholePlan, isNeverTested, mustFail, thinned, tryFault } from './try-fault.ts'

test('a fault must fail where its requirements are tested without the fault', () => {
  const may = ['a.one@images.edit', 'a.one@images.generate', 'a.two@images.edit']
  expect(mustFail(may, new Set(['a.one@images.edit', 'a.two@images.edit']))).toEqual([
    'a.one@images.edit',
    'a.two@images.edit',
  ])
})

test('a fault must fail everywhere it shows if only the fault triggers its requirements', () => {
  const may = ['a.one@images.edit', 'a.one@images.generate']
  expect(mustFail(may, new Set())).toEqual(may)
})

function ruling(id: string, verdict: Ruling['verdict']): Ruling {
  return { requirement: { id }, operation: 'images.edit', verdict } as Ruling
}

test('a limited fault is never tested if its requirements are untested with and without it', () => {
  const may = ['a.one@images.edit']
  expect(isNeverTested([ruling('a.one', 'untested'), ruling('a.two', 'pass')], may, new Set())).toBe(true)
  expect(isNeverTested([ruling('a.one', 'untested')], may, new Set(may))).toBe(false)
  expect(isNeverTested([ruling('a.one', 'pass')], may, new Set())).toBe(false)
})

test('a detected fault leaves no results undecided without an explanation', async () => {
  const task: Task = { kind: 'fault', id: 'usage-message-null', areas: ['token-usage'], profile: 'standard', seed: 1 }
  expect(await tryFault(task)).toMatchObject({ finish: 'exact', leftOpen: [] })
})

test('an undecided result without an explanation is reported, and the fault is not detected exactly', () => {
  const result = 'a.one@images.edit'
  const rulings = [statedRuling('a.one', 'inconclusive'), statedRuling('a.two', 'pass')]
  const open = unexplainedUndecided(rulings, new Set([result, 'a.two@images.edit']), () => undefined)
  const openResults = open.map(({ requirement, operation }) => `${requirement.id}@${operation}`)
  expect(openResults).toEqual([result])
  const compared = { missing: [], surplus: [], blockedInVain: [] }
  expect(finishOf({ ...compared, leftOpen: openResults })).toBe('undecided')
  expect(finishOf({ ...compared, leftOpen: [] })).toBe('exact')
})

function statedRuling(id: string, verdict: Ruling['verdict']): Ruling {
  return { ...ruling(id, verdict), requirement: { id, level: 'stated', endpoint: 'images.edit' } } as Ruling
}

test.each([
  'usage-message-null',
  'usage-html',
  'reject:usage.plain-request-accepted',
])('%s blocks no result that is untested without the fault', async (id) => {
  const task: Task = { kind: 'fault', id, areas: ['token-usage'], profile: 'standard', seed: 1 }
  expect(await tryFault(task)).toMatchObject({ finish: 'exact', blockedInVain: [] })
})

const result = 'usage.message@usage.token'

async function planOfUsage() {
  const selection = { areas: ['token-usage' as const], requirements: [], unsupported: [] }
  return planFor({ selection, profile: 'standard', seed: 1, betas: [], speech: undefined, shard: undefined }, catalogue)
}

test('a thinned plan keeps all cases of the operations of a fault except violations', async () => {
  const plan = await planOfUsage()
  const own = thinned(plan, 'a-fault', [result])
  expect(own.cases).toEqual(plan.cases.filter(({ why }) => why.kind !== 'violation'))
  expect(own.aims).toEqual(plan.aims)
})

test('a thinned plan keeps a plain request and a sample for other operations', async () => {
  const plan = await planOfUsage()
  const other = thinned(plan, 'a-fault', ['images.reply-object@images.edit'])
  expect(other.cases.length).toBeLessThan(plan.cases.length)
  expect(other.cases.some(({ why }) => why.kind === 'plain')).toBe(true)
  expect(other.requests).toBeLessThan(plan.requests)
})

test('one seed in twenty gets the whole plan for a fault', () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed)
  expect(seeds.filter((seed) => getsWholePlan('a-fault', seed))).toHaveLength(1)
})
