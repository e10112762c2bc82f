import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The browser settings with which every page is checked. */
export const looks = {
  'in light': { colorScheme: 'light' },
  'in the dark': { colorScheme: 'dark' },
  'on a phone': { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>

/** Draws content that `content-visibility` skips. Without a layout, axe cannot determine the background of text. */
const drawEverything = `for (const one of document.querySelectorAll('.card, .section')) one.style.contentVisibility = 'visible'`

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Expects that axe finds no violations on a page, with all folds closed and with all of them open. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe)
  await page.evaluate(drawEverything)
  for (const isOpen of [false, true]) {
    await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = ${isOpen}`)
    const violations = await page.evaluate<Violation[]>('axe.run().then(({ violations }) => violations)')
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => html + failureSummary)]),
    ).toEqual([])
  }
}
