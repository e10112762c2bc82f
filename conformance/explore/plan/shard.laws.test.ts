import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpoints } from '../../model/vocabulary.ts'
import { messagesCatalogue } from '../one-schema.golden.ts'
import { type PlanOptions, planRun } from './plan.ts'

const options: PlanOptions = { catalogue: messagesCatalogue, operations: endpoints, profile: 'standard', seed: 7 }
const whole = planRun(options)
const idsOf = ({ cases }: typeof whole) => cases.map(({ id }) => id)

const sharesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => planRun({ ...options, shard: { index: at + 1, count } }))

test('one shard of one is the whole plan', () => {
  expect(sharesOf(1)).toEqual([whole])
})

test('the shards of a plan are all of it, and each holds the good twins of its violations and nothing twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), (count) => {
      const shares = sharesOf(count)
      expect(new Set(shares.flatMap(idsOf))).toEqual(new Set(idsOf(whole)))
      expect(new Set(shares.flatMap(({ aims }) => [...aims]))).toEqual(whole.aims)
      for (const share of shares) {
        const ids = idsOf(share)
        expect(new Set(ids).size).toBe(ids.length)
        const twins = share.cases.flatMap(({ purpose }) => /otherwise as (.+)$/.exec(purpose)?.[1] ?? [])
        expect(twins.filter((twin) => !ids.includes(twin))).toEqual([])
      }
    }),
    { numRuns: 5 },
  )
})

test('only good twins are sent by more than one shard', () => {
  const met = new Set<string>()
  for (const share of sharesOf(4)) {
    for (const { id, purpose } of share.cases) {
      if (met.has(id)) expect(purpose.startsWith('breaks ')).toBe(false)
      met.add(id)
    }
  }
})
