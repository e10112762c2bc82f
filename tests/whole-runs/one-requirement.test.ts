import { expect, test } from 'vitest'
import type { Exchange } from '../../conformance/core/model/exchange.ts'
import { resultKey } from '../../conformance/core/model/requirement.ts'
import { endpoints } from '../../conformance/core/model/vocabulary.ts'
import { planOf, scopeFor } from '../../conformance/engine/generate/plan.ts'
import { startJudge } from '../../conformance/engine/judge/index.ts'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { exchangesOf } from '../of-plan.ts'
import { recordedRun } from '../recorded-run.ts'

const options = { catalogue, operations: endpoints, profile: 'standard', seed: 1 } as const

/** Returns the results that pass with some exchanges, as `resultKey`s. */
function passedIn(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const judge = startJudge(catalogue)
  for (const exchange of exchanges) judge.see(exchange)
  const passed = judge.conclude().filter(({ verdict }) => verdict === 'pass')
  return new Set(passed.map(({ requirement, operation }) => resultKey(requirement.id, operation)))
}

test('a run of one requirement judges it on every operation on which a whole run does', async () => {
  const server = await startReferenceServer({})
  const run = await recordedRun({ url: server.url, profile: 'standard', seed: 1 })
  await server.close()
  const whole = passedIn(run.exchanges)
  // The results of a plan are cached, because many requirements have the same plan.
  const passedOf = new Map<string, ReadonlySet<string>>()
  const lost: string[] = []
  const scope = await scopeFor(options)
  for (const { id } of catalogue.requirements) {
    const wants = (one: string) => one === id
    const plan = planOf(scope, { wants })
    const sent = exchangesOf(plan, run.exchanges)
    const key = sent.map((exchange) => exchange.id).join('\n')
    const narrow = passedOf.get(key) ?? passedIn(sent)
    passedOf.set(key, narrow)
    lost.push(...[...whole].filter((key) => key.startsWith(`${id}@`) && !narrow.has(key)))
  }
  expect(lost).toEqual([])
})
