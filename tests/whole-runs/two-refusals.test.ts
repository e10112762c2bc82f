import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Area } from '../../conformance/model/vocabulary.ts'
import { brokenOf } from '../../conformance/selftest/broken-of.ts'
import { judgedRun } from '../../conformance/selftest/judged-run.ts'
import { planOf } from '../../conformance/selftest/plan-of.ts'
import { tasksFor } from '../../conformance/selftest/tasks.ts'
import { faults, startReferenceServer } from '../../reference-server/index.ts'

const pairsOfEach = 4

/** Two things of one area that a gateway may refuse though it has to take them. */
function pairsOf(area: Area): readonly [Area, string, string][] {
  const isRefusal = (id: string) => id.startsWith('refuse:')
  const listed = tasksFor({ areas: [area], fault: isRefusal, variant: () => false, seeds: [1], profile: 'standard' })
  const two = fc.shuffledSubarray(
    listed.map(({ id }) => id),
    { minLength: 2, maxLength: 2 },
  )
  return fc.sample(two, { seed: 1, numRuns: pairsOfEach }).map(([one, other]) => [area, one!, other!])
}

test.each([
  ...pairsOf('messages'),
  ...pairsOf('content-generation'),
  ...pairsOf('images'),
])('%s: of a gateway with %s and %s neither is passed, and nothing else is accused', async (area, ...both) => {
  const expected: readonly string[] = both.flatMap((id) => faults.get(id)!.breaks)
  const server = await startReferenceServer({ faults: both })
  try {
    const plan = planOf([area], 'standard', 1)
    const { rulings } = await judgedRun({ url: server.url, areas: [area], plan })
    const broken = brokenOf(rulings, expected).map(({ requirement }) => requirement)
    const passed = rulings.filter(({ verdict }) => verdict === 'pass').map(({ requirement }) => requirement.id)
    expect(broken).not.toEqual([])
    expect(broken.filter((id) => !expected.includes(id))).toEqual([])
    expect(passed.filter((id) => expected.includes(id))).toEqual([])
  } finally {
    await server.close()
  }
})
