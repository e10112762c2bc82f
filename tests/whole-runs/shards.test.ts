import { describe, expect, test } from 'vitest'
import type { Plan } from '../../conformance/core/model/plan.ts'
import { endpoints, type Profile } from '../../conformance/core/model/vocabulary.ts'
import { planOf, scopeFor } from '../../conformance/engine/generate/plan.ts'
import { startJudge } from '../../conformance/engine/judge/index.ts'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { exchangesOf, idsOf } from '../of-plan.ts'
import { type RecordedRun, recordedRun } from '../recorded-run.ts'

interface Planned {
  readonly scope: Awaited<ReturnType<typeof scopeFor>>
  readonly whole: Plan
  readonly run: RecordedRun
}

/** Plans and runs a profile once, for every number of shards. */
async function plannedWith(profile: Profile): Promise<Planned> {
  const scope = await scopeFor({ catalogue, operations: endpoints, profile, seed: 1 })
  const server = await startReferenceServer({})
  const run = await recordedRun({ url: server.url, profile }).finally(() => server.close())
  return { scope, whole: planOf(scope, {}), run }
}

const standard = await plannedWith('standard')
const smoke = await plannedWith('smoke')

describe.each([
  ['standard', 2, standard],
  ['standard', 5, standard],
  ['smoke', 3, smoke],
] as const)('a %s plan in %i shards', (_profile, count, { scope, whole, run }) => {
  const indices = Array.from({ length: count }, (_, at) => at + 1)
  const all = indices.map((index) => planOf(scope, { shard: { index, count } }))

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
