import { expect, test } from 'vitest'
import type { Plan } from '../../core/model/plan.ts'
import { endpoints } from '../../core/model/vocabulary.ts'
import { messagesCatalogue } from '../generate/one-schema.fixture.ts'
import { planOf, scopeFor } from '../generate/plan.ts'

const scope = await scopeFor({ catalogue: messagesCatalogue, operations: endpoints, profile: 'standard', seed: 7 })
const whole = planOf(scope, {})
const idsOf = ({ cases }: Plan) => cases.map(({ id }) => id)

const sharesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => planOf(scope, { shard: { index: at + 1, count } }))
const three = sharesOf(3)

test('one shard of one is the whole plan', () => {
  expect(sharesOf(1)).toEqual([whole])
})

test('all shards cover the plan, and each has the control requests of its violations', () => {
  expect(new Set(three.flatMap(idsOf))).toEqual(new Set(idsOf(whole)))
  expect(new Set(three.flatMap(({ aims }) => [...aims]))).toEqual(whole.aims)
  for (const share of three) {
    const ids = idsOf(share)
    expect(new Set(ids).size).toBe(ids.length)
    const twins = share.cases.flatMap(({ purpose }) => /otherwise as (.+)$/.exec(purpose)?.[1] ?? [])
    expect(twins.filter((twin) => !ids.includes(twin))).toEqual([])
  }
})

test('only control requests are in several shards', () => {
  const met = new Set<string>()
  for (const share of three) {
    for (const { id, purpose } of share.cases) {
      if (met.has(id)) expect(purpose.startsWith('breaks ')).toBe(false)
      met.add(id)
    }
  }
})
