import { expect, test } from 'vitest'
import { areaOf, endpoints } from '../../../core/model/vocabulary.ts'
import { planRun, wholePlan } from '../../../engine/generate/plan.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { clientTraits } from './client-traits.ts'
import { plainPlan } from './plain-plan.fixture.ts'

const context = { seed: 1, profile: 'standard' } as const

test('a standard plan has every trait of the requests of clients, in each area whose requests can have it', async () => {
  const plan = await wholePlan(await planRun({ catalogue, operations: endpoints, ...context }))
  const counts = await clientTraits(plan, context, catalogue.operations)
  const lacking = counts.filter(({ requests }) => Object.values(requests).every((count) => count === 0))
  expect(lacking.map(({ kind, name, requests }) => [kind, name, Object.keys(requests)])).toEqual([])
  const sizes = counts.filter(({ kind }) => kind === 'sizes' || kind === 'long replies')
  expect(sizes.filter(({ requests }) => Object.values(requests).includes(0))).toEqual([])
})

test('a plan of plain requests has no trait but those that a plain request has', async () => {
  const counts = await clientTraits(plainPlan(), context, catalogue.operations)
  const shown = counts.filter(({ requests }) => Object.values(requests).some((count) => count > 0))
  expect(shown.map(({ kind, name }) => [kind, name])).toEqual([
    ['shown by replies', 'pictures by URL, fetched twice'],
    ['token counts', 'compared: streamed'],
    ['token counts', 'compared: streamed'],
  ])
})

test('each trait is counted for operations of one area', async () => {
  const counts = await clientTraits(plainPlan(), context, catalogue.operations)
  for (const { requests } of counts)
    expect(new Set(endpoints.filter((id) => requests[id] !== undefined).map((id) => areaOf[id])).size).toBe(1)
})
