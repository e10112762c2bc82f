import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Exchange } from '../../conformance/core/model/exchange.ts'
import { endpoints } from '../../conformance/core/model/vocabulary.ts'
import { coverageReport, notCovered, startCoverage } from '../../conformance/engine/coverage/index.ts'
import { uncoverableFor } from '../../conformance/engine/coverage/report.ts'
import { planRun } from '../../conformance/engine/generate/plan.ts'
import { observe, startJudge } from '../../conformance/engine/judge/index.ts'
import { planFor } from '../../conformance/product/run/plan/plan-for.ts'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import { startReferenceServer } from '../../reference-server/index.ts'
import { type RecordedRun, recordedRun } from '../recorded-run.ts'

/** Runs against the reference server. Each run makes its own plan. */
async function certified(): Promise<RecordedRun> {
  const server = await startReferenceServer({})
  try {
    return await recordedRun({ url: server.url, seed: 1, plans: planFor })
  } finally {
    await server.close()
  }
}

function verdicts({ rulings }: Pick<RecordedRun, 'rulings'>): readonly string[] {
  return rulings.map(({ requirement, verdict }) => `${requirement.id} ${verdict}`)
}

function requests(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges
    .map(({ id, request: { method, path, body } }) => {
      // Requests that continue from a reply contain the id that the server generated.
      const isOwn = /(own-tool-loop|messages\.conversation)\/0*[2-9]/.test(id)
      const digest = isOwn ? 'with an id of the reply before' : createHash('sha256').update(body).digest('base64url')
      return `${id} ${method} ${isFetch(path) ? 'an image' : path} ${digest}`
    })
    .sort()
}

/** Returns whether a path is that of an image. The server generates image URLs anew in each run. */
function isFetch(path: string): boolean {
  return !path.startsWith('/')
}

const once = await certified()

test('the reference server is found to keep everything, and the same seed sends the same requests', async () => {
  const bad = once.rulings.filter(
    ({ verdict, requirement }) =>
      (verdict === 'fail' && requirement.level !== 'unspecified') || verdict === 'error' || verdict === 'inconclusive',
  )
  expect(bad.map(({ requirement, findings }) => `${requirement.id}: ${findings[0]?.message}`)).toEqual([])
  const again = await certified()
  expect(requests(again.exchanges)).toEqual(requests(once.exchanges))
  expect(verdicts(again)).toEqual(verdicts(once))
})

test('every feature of a server that conforms works, or is accepted', () => {
  const others = once.report.features?.filter(({ state }) => state !== 'works' && state !== 'accepted')
  expect(others).toEqual([])
})

test('a server that conforms is sent everything that was planned', () => {
  expect(once.report.limits).toEqual([])
})

test('judging the same exchanges again, in another order, gives the same verdicts', () => {
  const judge = startJudge(catalogue)
  for (const exchange of [...once.exchanges].reverse()) judge.see(exchange)
  expect(verdicts({ rulings: judge.conclude() })).toEqual(verdicts(once))
})

function coverageOf(exchanges: readonly Exchange[]) {
  const coverage = startCoverage()
  for (const exchange of exchanges) {
    const seen = observe(catalogue.operations, exchange)
    if (seen !== undefined) coverage.add(seen)
  }
  return coverage
}

test('every constraint of every request schema is met and broken, or left out for a reason that is written down', () => {
  const report = coverageReport(coverageOf(once.exchanges), { ...catalogue, exclusion: () => undefined })
  expect(report.map(({ endpoint }) => endpoint)).toEqual(endpoints.filter((endpoint) => endpoint !== 'usage.token'))
  const chance = report.flatMap(({ endpoint, left }) =>
    left.filter(({ reason }) => reason.includes(notCovered)).map((one) => ({ endpoint, ...one })),
  )
  expect(chance).toEqual([])
})

test('whatever a request breaks is a constraint of its schema', () => {
  const coverage = coverageOf(once.exchanges).exercised()
  const strangers = once.exchanges.flatMap((exchange) => {
    const seen = observe(catalogue.operations, exchange)
    const own = seen && coverage.get(seen.operation.id)?.constraints.constraints
    const named = seen?.request.violations.filter(({ requirement }) => requirement !== undefined) ?? []
    return named.filter((one) => !own?.some(({ place, keyword }) => place === one.place && keyword === one.keyword))
  })
  expect(strangers).toEqual([])
})

test('nothing is excused that the run does cover', () => {
  const exercised = coverageOf(once.exchanges).exercised()
  for (const { id, blanks = [] } of catalogue.operations) {
    const own = exercised.get(id)?.constraints
    const covered = own?.constraints.filter((constraint) =>
      blanks.some((blank) => {
        if (uncoverableFor(constraint, blank.lacks, [blank]) === undefined) return false
        return blank.lacks === 'valid' ? own.isMet(constraint) : own.isBroken(constraint)
      }),
    )
    expect(covered ?? [], id).toEqual([])
  }
})

test('coverage is a function of the exchanges, in whatever order', () => {
  const circumstances = { ...catalogue, exclusion: () => undefined }
  const backwards = coverageReport(coverageOf([...once.exchanges].reverse()), circumstances)
  expect(backwards).toEqual(coverageReport(coverageOf(once.exchanges), circumstances))
})

test('smoke covers every operation in 40 requests, standard stays within 300 model calls and 90 images', async () => {
  const smoke = await planRun({ catalogue, operations: endpoints, profile: 'smoke', seed: 1 })
  expect(smoke.requests).toBeLessThanOrEqual(40)
  expect(new Set(smoke.cases.map(({ operation }) => operation))).toEqual(new Set(endpoints))
  expect(once.plan.cost.calls).toBeLessThanOrEqual(300)
  expect(once.plan.cost.images).toBeLessThanOrEqual(90)
})
