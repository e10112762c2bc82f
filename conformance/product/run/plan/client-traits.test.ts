import { expect, test } from 'vitest'
import { areaOf, endpoints } from '../../../core/model/vocabulary.ts'
import { catalogue } from '../../../specification/catalogue.ts'
import { clientTraits } from './client-traits.ts'
import { plainPlan } from './plain-plan.fixture.ts'

const context = { seed: 1, profile: 'standard' } as const

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
