import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BillingBudget, type Expectation, newBillingBudget } from './billing-budget.ts'

const calls = (count: number) => ({ calls: count, images: 0 })
const nothing = calls(0)

async function reserve(budget: BillingBudget, count: number, expectation: Expectation = 'planned') {
  const reserved = await budget.reserve(calls(count), expectation)
  if ('stopReason' in reserved) throw new Error(`nothing was reserved: ${reserved.stopReason}`)
  return reserved
}

test('reserved and spent costs together never exceed the limits', async () => {
  const costs = fc.record({ calls: fc.integer({ min: 0, max: 3 }), images: fc.integer({ min: 0, max: 3 }) })
  const requests = fc.array(fc.record({ cost: costs, isBilled: fc.boolean(), isExtra: fc.boolean() }), {
    maxLength: 30,
  })
  const limits = fc.record({ calls: fc.integer({ min: 0, max: 12 }), images: fc.integer({ min: 0, max: 12 }) })
  await fc.assert(
    fc.asyncProperty(requests, limits, limits, async (list, limit, planned) => {
      const budget = newBillingBudget(limit, planned)
      let held = nothing
      await Promise.all(
        list.map(async ({ cost, isBilled, isExtra }) => {
          const reserved = await budget.reserve(cost, isExtra ? 'extra' : 'planned')
          if ('stopReason' in reserved) return
          held = { calls: held.calls + cost.calls, images: held.images + cost.images }
          expect(budget.spent.calls + held.calls).toBeLessThanOrEqual(limit.calls)
          expect(budget.spent.images + held.images).toBeLessThanOrEqual(limit.images)
          await Promise.resolve()
          held = { calls: held.calls - cost.calls, images: held.images - cost.images }
          reserved.commit(isBilled ? cost : nothing)
        }),
      )
    }),
  )
})

test('a reservation waits while other reservations are open, and fails if the limit leaves no room for it', async () => {
  const budget = newBillingBudget({ calls: 2, images: 1 })
  const first = await reserve(budget, 2)
  const waiting = reserve(budget, 1)
  await reserve(budget, 0)
  first.commit(calls(1))
  ;(await waiting).commit(calls(1))
  expect(await budget.reserve(calls(1), 'planned')).toEqual({ stopReason: 'max-billed' })
  expect(await budget.reserve({ calls: 0, images: 2 }, 'planned')).toEqual({ stopReason: 'max-images' })
  expect(budget.spent).toEqual(calls(2))
})

test('extra requests may only use what the plan does not need', async () => {
  const budget = newBillingBudget(calls(5), calls(4))
  ;(await reserve(budget, 1, 'extra')).commit(calls(1))
  expect(await budget.reserve(calls(1), 'extra')).toEqual({ stopReason: 'max-billed' })
  ;(await reserve(budget, 4)).commit(calls(4))
})

test('a quarter of the budget is kept for extra requests if the limit is below the plan', async () => {
  const budget = newBillingBudget(calls(4), calls(9))
  ;(await reserve(budget, 3)).commit(calls(3))
  expect(await budget.reserve(calls(1), 'planned')).toEqual({ stopReason: 'max-billed' })
  await reserve(budget, 1, 'extra')
})

test('the unspent cost of rejected planned requests becomes available to extra requests', async () => {
  const budget = newBillingBudget(calls(5), calls(5))
  expect(await budget.reserve(calls(1), 'extra')).toEqual({ stopReason: 'max-billed' })
  ;(await reserve(budget, 2)).commit(nothing)
  budget.leave(calls(2))
  ;(await reserve(budget, 2, 'extra')).commit(calls(2))
  ;(await reserve(budget, 3)).commit(calls(3))
  expect(await budget.reserve(calls(1), 'planned')).toEqual({ stopReason: 'max-billed' })
})

test('the unspent cost of rejected requests stays with the plan if the limit is below the plan', async () => {
  const budget = newBillingBudget(calls(4), calls(9))
  budget.leave(calls(3))
  ;(await reserve(budget, 3)).commit(calls(3))
  expect(await budget.reserve(calls(2), 'extra')).toEqual({ stopReason: 'max-billed' })
})

test('half of the extra budget is kept for later requests until it is released', async () => {
  const budget = newBillingBudget(calls(5))
  const release = budget.keepHalf()
  ;(await reserve(budget, 2, 'violation')).commit(calls(2))
  expect(await budget.reserve(calls(1), 'violation')).toEqual({ stopReason: 'max-billed' })
  release()
  ;(await reserve(budget, 3, 'violation')).commit(calls(3))
})

test('a part of the extra budget is kept for later requests, at most half of it', async () => {
  const budget = newBillingBudget(calls(10))
  const release = budget.keep(calls(2))
  ;(await reserve(budget, 8, 'violation')).commit(calls(8))
  expect(await budget.reserve(calls(1), 'violation')).toEqual({ stopReason: 'max-billed' })
  release()
  budget.keep(calls(2))
  ;(await reserve(budget, 1, 'violation')).commit(calls(1))
  expect(await budget.reserve(calls(1), 'violation')).toEqual({ stopReason: 'max-billed' })
})

test('what rejected planned requests leave while half is kept becomes available when it is released', async () => {
  const budget = newBillingBudget(calls(4), calls(4))
  const release = budget.keepHalf()
  budget.leave(calls(1))
  expect(await budget.reserve(calls(1), 'extra')).toEqual({ stopReason: 'max-billed' })
  release()
  await reserve(budget, 1, 'extra')
})
