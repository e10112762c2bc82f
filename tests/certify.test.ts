import { expect, test } from 'vitest'
import { catalogue } from '../conformance/catalogue.ts'
import { startJudge } from '../conformance/judge/index.ts'
import type { Exchange } from '../conformance/model/exchange.ts'
import { areas } from '../conformance/model/vocabulary.ts'
import { planOf } from '../conformance/selftest/plan-of.ts'
import { startReferenceServer } from '../reference-server/index.ts'
import { judgedRun, type RecordedRun } from './judged-run.ts'

async function certified(seed: number): Promise<RecordedRun> {
  const server = await startReferenceServer({})
  try {
    return await judgedRun({ url: server.url, seed })
  } finally {
    await server.close()
  }
}

function verdicts({ rulings }: Pick<RecordedRun, 'rulings'>): readonly string[] {
  return rulings.map(({ requirement, verdict }) => `${requirement.id} ${verdict}`)
}

function requests(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges
    .map(
      ({ id, request }) => `${id} ${request.method} ${request.path} ${Buffer.from(request.body).toString('base64url')}`,
    )
    .sort()
}

const once = await certified(1)

test('the reference server is found to keep everything, and the same seed sends the same requests', async () => {
  const bad = once.rulings.filter(
    ({ verdict, requirement }) =>
      (verdict === 'fail' && requirement.level !== 'unspecified') || verdict === 'error' || verdict === 'inconclusive',
  )
  expect(bad.map(({ requirement, findings }) => `${requirement.id}: ${findings[0]?.message}`)).toEqual([])
  const again = await certified(1)
  expect(requests(again.exchanges)).toEqual(requests(once.exchanges))
  expect(verdicts(again)).toEqual(verdicts(once))
}, 120_000)

test('judging the same exchanges again, in another order, gives the same verdicts', () => {
  const judge = startJudge(catalogue)
  for (const exchange of [...once.exchanges].reverse()) judge.see(exchange)
  expect(verdicts({ rulings: judge.conclude() })).toEqual(verdicts(once))
}, 120_000)

test('smoke stays within 40 requests, standard within 150 model calls and 80 images', () => {
  expect(planOf(areas, 'smoke', 1).requests).toBeLessThanOrEqual(40)
  const { cost } = planOf(areas, 'standard', 1)
  expect(cost.calls).toBeLessThanOrEqual(150)
  expect(cost.images).toBeLessThanOrEqual(80)
}, 60_000)
