import { expect, test } from 'vitest'
import { areaOf, endpoints } from '../../core/model/vocabulary.ts'
import { catalogue } from '../../specification/catalogue.ts'
import { planRun, wholePlan } from './plan.ts'

const options = { catalogue, operations: endpoints, profile: 'standard', seed: 1 } as const

test('a standard plan has every request of clients, on each operation that it is for', async () => {
  const { cases } = await wholePlan(await planRun(options))
  const ids = new Set(cases.map(({ id }) => id))
  for (const { id: operation } of catalogue.operations) {
    const arbitraries = await catalogue.drawing?.get(areaOf[operation])?.()
    const clients = (arbitraries?.clients ?? []).filter(({ on }) => on?.includes(operation) ?? true)
    expect(clients.filter(({ id }) => !ids.has(`${operation}/client/${id}`)).map(({ id }) => id)).toEqual([])
  }
})
