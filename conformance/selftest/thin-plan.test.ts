import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { planFor } from '../run/plan/plan-for.ts'
import { getsWholePlan, thinned } from './thin-plan.ts'

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
