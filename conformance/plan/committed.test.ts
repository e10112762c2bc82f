import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { sequences } from '../explore/sequences/index.ts'
import { operationsOf, resultKey } from '../model/requirement.ts'
import { StaleError } from '../model/stale-error.ts'
import { endpoints } from '../model/vocabulary.ts'
import { plannedFor } from '../run/plan/plan-run.ts'
import { ceilings } from './budget.ts'
import { committedAhead, rejectStalePlans } from './committed.ts'

const plan = plannedFor({ catalogue, operations: endpoints, profile: 'standard', seed: 1 })
const fixed = [...plan.cases.filter(({ origin }) => origin !== 'exploration'), ...plan.probes]

test('standard shows each listed value on every operation that takes it, whatever its seed', () => {
  const shown = new Set(fixed.flatMap(({ aims, operation }) => aims.map((id) => resultKey(id, operation))))
  const owed = catalogue.requirements
    .filter(({ kind }) => kind === 'acceptance')
    .flatMap((one) => operationsOf(one).map((operation) => resultKey(one.id, operation)))
  expect(owed.length).toBeGreaterThan(400)
  expect(owed.filter((key) => !shown.has(key))).toEqual([])
})

test('standard keeps its ceiling, and much of what it bills is drawn', () => {
  expect(plan.cost.calls).toBeLessThanOrEqual(ceilings.standard.calls)
  expect(plan.cost.images).toBeLessThanOrEqual(ceilings.standard.images)
  const drawn = [...plan.cases.filter(({ origin }) => origin === 'exploration'), ...sequences]
  expect(drawn.reduce((sum, { cost }) => sum + cost.calls, 0)).toBeGreaterThanOrEqual(plan.cost.calls / 8)
  expect(drawn.length).toBeGreaterThan(100)
})

test('a plan of other requirements or schemas is rejected, with the command that writes it', () => {
  const other = { ...catalogue, digest: 'another' }
  const begin = () => committedAhead({ catalogue: other, operations: endpoints, profile: 'smoke', seed: 1 })
  expect(begin).toThrow(StaleError)
  expect(begin).toThrow(/^fixtures\/plans\/smoke\.json .*; run: npm run generate$/)
  expect(() => rejectStalePlans(other)).toThrow(StaleError)
  rejectStalePlans(catalogue)
})
