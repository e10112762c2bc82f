import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resultKey } from '../../conformance/model/requirement.ts'
import type { Area } from '../../conformance/model/vocabulary.ts'
import { brokenOf } from '../../conformance/selftest/broken-of.ts'
import { resultsOf } from '../../conformance/selftest/operations-of.ts'
import { tasksFor } from '../../conformance/selftest/tasks.ts'
import { faults, startReferenceServer } from '../../reference-server/index.ts'
import { recordedRun } from '../recorded-run.ts'

const pairsOfEach = 4

/** Returns pairs of features of one area that a gateway wrongly rejects. */
function pairsOf(area: Area): readonly [Area, string, string][] {
  const isRejection = (id: string) => id.startsWith('refuse:')
  const listed = tasksFor({ areas: [area], fault: isRejection, variant: () => false, seeds: [1], profile: 'standard' })
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
  const expected: readonly string[] = both.flatMap((id) => resultsOf(faults.get(id)!, faults.get(id)!.breaks))
  const server = await startReferenceServer({ faults: both })
  try {
    const { rulings } = await recordedRun({ url: server.url, areas: [area] })
    const broken = brokenOf(rulings, expected).map(({ result }) => result)
    const passing = rulings.filter(({ verdict }) => verdict === 'pass')
    const passed = passing.map(({ requirement, operation }) => resultKey(requirement.id, operation))
    expect(broken).not.toEqual([])
    expect(broken.filter((id) => !expected.includes(id))).toEqual([])
    expect(passed.filter((id) => expected.includes(id))).toEqual([])
  } finally {
    await server.close()
  }
})
