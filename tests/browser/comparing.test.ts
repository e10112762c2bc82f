import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { difference, diffRenderers } from '../../reports/diff/index.ts'
import { examples } from '../../reports/examples.fixture.ts'
import { matrix, matrixRenderers } from '../../reports/matrix/index.ts'
import { expectAccessible, looks } from './axe.ts'
import { pageIn, startBrowser } from './chromium.ts'
import { manyFailures } from './large-report.fixture.ts'

const [one, other] = [examples.nonconforming(), examples.conforming()]
const failing = manyFailures(178)
const passing = {
  ...failing,
  requirements: failing.requirements.map((requirement) => ({
    ...requirement,
    verdict: 'pass' as const,
    operations: requirement.operations.map((result) => ({ ...result, verdict: 'pass' as const })),
  })),
}
const pages = {
  difference: diffRenderers.html(difference({ name: 'before', report: one }, { name: 'after', report: other })),
  matrix: matrixRenderers.html(
    matrix(
      Object.entries(examples).map(([name, example]) => ({ name, report: example(), page: `${name}/report.html` })),
    ),
  ),
  'matrix of two': matrixRenderers.html(
    matrix([
      { name: 'one', report: failing },
      { name: 'other', report: passing },
    ]),
  ),
}

const folder = mkdtempSync(join(tmpdir(), 'mgi-comparing-'))
let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

async function open(html: string, options: BrowserContextOptions = {}, fragment = ''): Promise<Page> {
  const file = join(folder, 'page.html')
  writeFileSync(file, html)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await pageIn(context)
  await page.goto(pathToFileURL(file).href + fragment)
  return page
}

describe.each(Object.entries(looks))('%s', (_look, opening) => {
  test.each(Object.entries(pages))('axe has nothing against a %s, folded or open', async (_name, html) => {
    const page = await open(html, opening)
    await expectAccessible(page)
    await page.context().close()
  })
})

test.each(Object.entries(pages))('a %s needs no scrolling sideways on a phone', async (_name, html) => {
  const page = await open(html, { viewport: { width: 390, height: 800 } })
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await page.context().close()
})

const broken = `[...document.querySelectorAll('.features td.fail')].map((cell) => {
  const { left, right, height } = cell.getBoundingClientRect()
  return height > 0 && left >= 0 && right <= innerWidth
})`

test.each([390, 1280])('nothing broken is beside the screen of a matrix at %i pixels', async (width) => {
  const page = await open(pages.matrix, { viewport: { width, height: 800 } })
  const seen = await page.evaluate<boolean[]>(broken)
  expect(seen.length).toBeGreaterThan(0)
  expect(seen).not.toContain(false)
  await page.context().close()
})

test('a matrix with 178 different results is no longer than a few screens', async () => {
  const page = await open(pages['matrix of two'])
  expect(await page.locator('td.fail details').count()).toBeGreaterThan(100)
  expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(3000)
  await page.context().close()
})

test('an operation leads to its differences, and unfolds them', async () => {
  const page = await open(pages['matrix of two'])
  await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = false`)
  await page.locator('.operations tbody th a').first().click()
  await page.locator('.rows[open] table').first().waitFor({ state: 'visible' })
  await page.context().close()
})
