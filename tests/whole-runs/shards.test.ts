import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../conformance/catalogue.ts'
import { planRun } from '../../conformance/generate/plan.ts'
import { startJudge } from '../../conformance/judge/index.ts'
import type { Plan } from '../../conformance/model/plan.ts'
import { endpoints, type Profile } from '../../conformance/model/vocabulary.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { exchangesOf, idsOf } from '../of-plan.ts'
import { type RecordedRun, recordedRun } from '../recorded-run.ts'

const shares = (profile: Profile, count: number): Promise<readonly Plan[]> =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      planRun({ catalogue, operations: endpoints, profile, seed: 1, shard: { index: at + 1, count } }),
    ),
  )

describe.each([
  ['standard', 2],
  ['standard', 5],
  ['smoke', 3],
] as const)('a %s plan in %i shards', (profile, count) => {
  let whole: Plan
  let all: readonly Plan[] = []
  let run: RecordedRun
  beforeAll(async () => {
    whole = await planRun({ catalogue, operations: endpoints, profile, seed: 1 })
    all = await shares(profile, count)
    const server = await startReferenceServer({})
    run = await recordedRun({ url: server.url, profile })
    await server.close()
  })

  test('holds everything that the whole plan holds, and aims at the same', () => {
    expect(new Set(all.flatMap(idsOf))).toEqual(new Set(idsOf(whole)))
    expect(new Set(all.flatMap(({ aims }) => [...aims]))).toEqual(whole.aims)
  })

  test('has its parts of about one size', () => {
    const sizes = all.map(({ requests }) => requests)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
    expect(Math.max(...sizes)).toBeLessThan((whole.requests / count) * 1.6)
  })

  test('judges in each shard what that shard aims at', () => {
    for (const plan of all) {
      const judge = startJudge(catalogue)
      for (const exchange of exchangesOf(plan, run.exchanges)) judge.see(exchange)
      const open = judge
        .conclude()
        .filter(({ requirement, verdict }) => plan.aims.has(requirement.id) && verdict !== 'pass')
        .filter(
          ({ requirement: { id } }) => run.rulings.find(({ requirement }) => requirement.id === id)?.verdict === 'pass',
        )
      expect(open.map(({ requirement, verdict }) => `${requirement.id} ${verdict}`)).toEqual([])
    }
  })
})
