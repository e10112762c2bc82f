import { expect, test } from 'vitest'
import { badTargets } from '../bad-targets.ts'
import { costed, expectKept, lenientTarget } from '../cost.fixture.ts'
import { untilTestEnds } from '../serve.ts'

test('a target that accepts everything is billed no more than the promise, and what was left out says why', async () => {
  const run = await costed(await lenientTarget(), { concurrency: 16 })
  expectKept(run)
  expect(run.promised.worst).toMatchObject({ calls: 600, images: 120 })
  const reasons = run.report.requirements.flatMap(({ operations }) => operations.map(({ reason }) => reason))
  const budget = reasons.filter((reason) => reason.startsWith('not tested: budget'))
  expect(budget.length).toBeGreaterThan(20)
  for (const reason of budget)
    expect(reason).toMatch(
      /^not tested: budget of model calls or images used up; --max-billed or --max-images allows more( \(\d+ of [1-9]\d* requests of this kind were accepted\))?$/,
    )
})

test.each([
  'validates-nothing',
  'no-authentication',
  'rejects-with-500',
])('%s costs no more than was promised', async (id) => {
  const target = badTargets.find((one) => one.id === id)
  if (target === undefined) throw new Error(`there is no bad target ${id}`)
  const { url } = await untilTestEnds(target.start())
  expectKept(await costed(url, { concurrency: 16 }))
})

test('where nothing may be billed, what only billed requests show was left out for the budget, and says so', async () => {
  const run = await costed(await lenientTarget(), { profile: 'smoke', maxBilled: 0, maxImages: 0 })
  expect(run.cost).toEqual({ calls: 0, images: 0 })
  const results = run.report.requirements
    .filter(({ id }) => !id.startsWith('usage.'))
    .flatMap(({ operations }) => operations)
  const unexplained = 'not tested: no request in this run triggered this rule'
  expect(results.filter(({ reason }) => reason === unexplained)).toEqual([])
  expect(results.filter(({ reason }) => reason.startsWith('not tested: budget')).length).toBeGreaterThan(20)
})
