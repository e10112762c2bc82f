import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { examples } from '../../reports/examples.fixture.ts'
import { type Opening, reportOpener } from './opened.ts'

const open = reportOpener()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const looks = {
  'in light': {},
  'in the dark': { colorScheme: 'dark' },
  'on a phone': { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, Opening>

/** Axe looks for what lies behind a text; what is not drawn while it is out of sight has no place yet. */
const drawEverything = `for (const one of document.querySelectorAll('.card, .section')) one.style.contentVisibility = 'visible'`

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

describe.each(Object.entries(looks))('%s', (_look, opening) => {
  test.each(
    Object.entries(examples),
  )('axe has nothing against a report that is %s, folded or open', async (_name, example) => {
    const { page, close } = await open(example(), opening)
    await page.evaluate(axe)
    await page.evaluate(drawEverything)
    for (const isOpen of [false, true]) {
      await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = ${isOpen}`)
      const violations = await page.evaluate<Violation[]>('axe.run().then(({ violations }) => violations)')
      expect(
        violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => html + failureSummary)]),
      ).toEqual([])
    }
    await close()
  })
})

test('every outcome has a shape and a word beside its colour', async () => {
  const { page, close } = await open(examples.nonconforming())
  const marks = await page.locator('.legend .mark').allInnerTexts()
  expect(marks).toEqual(['✓ pass', '✗ fail', '▲ warn', '○ observed', '? inconclusive', '– skipped'])
  const fills = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.legend rect')].map((one) => { const { fill, strokeDasharray, stroke } = getComputedStyle(one); return [fill.replace(/rgb.*/, ''), strokeDasharray, stroke === 'none'].join() })`,
  )
  expect(new Set(fills).size).toBe(fills.length)
  await close()
})
