import { describe, expect, test } from 'vitest'
import { examples } from '../../reports/examples.fixture.ts'
import { expectAccessible, looks } from './axe.ts'
import { reportOpener } from './opened.ts'

const open = reportOpener()

describe.each(Object.entries(looks))('%s', (_look, opening) => {
  test.each(
    Object.entries(examples),
  )('axe has nothing against a report that is %s, folded or open', async (_name, example) => {
    const { page, close } = await open(example(), opening)
    await expectAccessible(page)
    await close()
  })
})

test('every outcome has a shape and a word beside its colour', async () => {
  const { page, close } = await open(examples.nonconforming())
  const marks = await page.locator('#compliance .legend .mark').allInnerTexts()
  expect(marks).toEqual(['✓ pass', '✗ fail', '▲ warn', '○ observed', '? inconclusive', '– skipped'])
  const fills = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.legend rect')].map((one) => { const { fill, strokeDasharray, stroke } = getComputedStyle(one); return [fill.replace(/rgb.*/, ''), strokeDasharray, stroke === 'none'].join() })`,
  )
  expect(new Set(fills).size).toBe(fills.length)
  await close()
})
