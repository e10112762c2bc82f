import { expect, test } from 'vitest'
import { startReferenceServer } from '../../reference-server/index.ts'
import { type FirstCauses, firstCauses } from '../causes/first-causes.ts'
import { recordedRun } from '../recorded-run.ts'
import { untilTestEnds } from '../serve.ts'

/** The causes that a maintainer reads first. */
const shown = 3

/** Returns the first titles of a run, each shortened to its expected beginning if it has that. */
async function firstTitles({ area, faults, profile, titles }: FirstCauses): Promise<readonly string[]> {
  const { url } = await untilTestEnds(startReferenceServer({ faults }))
  const { report } = await recordedRun({ url, areas: [area], profile })
  return report.causes.slice(0, shown).map(({ title, requirements, blocks }, index) => {
    const expected = titles[index]
    return expected !== undefined && title.startsWith(expected)
      ? expected
      : `${title} (explains ${requirements.length}, blocks ${blocks.length})`
  })
}

test('the table has at least fifty gateways, with one to six defects', () => {
  expect(firstCauses.length).toBeGreaterThanOrEqual(50)
  expect(new Set(firstCauses.map(({ faults }) => Math.min(6, faults.length)))).toEqual(new Set([1, 2, 3, 5, 6]))
})

test.each(firstCauses.map((row) => [row.faults.join(', '), row] as const))('first causes: %s', async (_, row) => {
  expect(await firstTitles(row)).toEqual(row.titles)
})
