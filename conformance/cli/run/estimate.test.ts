import { expect, test } from 'vitest'
import { startEstimate } from './estimate.ts'

/** What is estimated after steps that took so many milliseconds each. */
function after(steps: readonly number[], total: number): number | undefined {
  let clock = 0
  const estimate = startEstimate(() => clock)
  estimate.step(1)
  steps.forEach((took, index) => {
    clock += took
    estimate.step(index + 2)
  })
  return estimate.left(steps.length + 1, total)
}

const of = (count: number, took: number) => Array.from({ length: count }, () => took)

test('a steady pace is what remains', () => {
  expect(after(of(99, 100), 300)).toBe(20_000)
})

test.each([
  ['few steps, however long they take', of(10, 3000), 500],
  ['a short time, however many steps', of(400, 10), 900],
  ['a first few that are slow', [...of(8, 5000), ...of(40, 50)], 700],
  ['a pace that becomes slower', [...of(100, 50), ...of(10, 2000)], 700],
  ['nothing that is left', of(99, 100), 100],
])('%s: nobody can tell', (_, steps, total) => {
  expect(after(steps, total)).toBeUndefined()
})

test('once the pace is steady again there is an estimate, and it is of the later pace', () => {
  expect(after([...of(8, 5000), ...of(2000, 50)], 3009)).toBeCloseTo(50_000, -3)
})

test('any number of steps is remembered in little, and the estimate stays near', () => {
  expect(after(of(50_000, 10), 100_001) ?? 0).toBeGreaterThan(490_000)
  expect(after(of(50_000, 10), 100_001) ?? 0).toBeLessThan(510_000)
})

test('what nobody stepped through is not estimated', () => {
  expect(startEstimate(() => 0).left(0, 10)).toBeUndefined()
})
