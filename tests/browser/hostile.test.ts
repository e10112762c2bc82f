import { expect, test } from 'vitest'
import type { Report } from '../../conformance/core/model/report.ts'
import { examples } from '../../reports/examples.fixture.ts'
import { poisoned, poisons } from '../../reports/hostile.fixture.ts'
import { reportOpener } from './opened.ts'

const open = reportOpener()
const report = examples.nonconforming()

const inJson = poisons.map((poison) => JSON.stringify({ type: poison, [poison]: [poison], text: poison }))
const scripts = [
  '<script>alert(1)</script>',
  "'><svg onload=alert(1)>",
  '"><a href="javascript:alert(1)">x</a><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '</title></textarea></style><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  'javascript:alert(1)//',
  'data:text/html,<script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
]

/** The elements of the page and their attributes, except the texts that the script wraps in commands. */
const skeleton = `[...document.querySelectorAll('*:not(.command code > span:not(:has(*)))')].map((one) => [one.tagName, ...one.getAttributeNames().sort()].join(' ')).join('\\n')`

test.each([...poisons, ...scripts])('%j in every text does nothing and breaks nothing', async (poison) => {
  const harmless = await shown(poisoned(report, 'harmless'))
  expect(await shown(poisoned(report, poison))).toEqual(harmless)
})

test.each(inJson)('%j as every body and event does nothing', async (poison) => {
  const { elements } = await shown(poisoned(report, poison))
  expect(elements).toContain('HTML lang')
  expect(elements).not.toMatch(/SCRIPT src|IMG|IFRAME|BASE|onerror|onload|onmouseover/)
})

/** Opens all folds and presses all buttons. Returns the elements of the page, and the URLs of links to other pages. */
async function shown(hostile: Report): Promise<{ readonly elements: string; readonly addresses: readonly string[] }> {
  const { page, close } = await open(hostile)
  await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true`)
  for (const button of await page.locator('button.copy:visible').all()) await button.click()
  await page.locator('input[type=search]').fill('a')
  const addresses = await page.evaluate<string[]>(
    `[...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')).filter((address) => !address.startsWith('#'))`,
  )
  expect(addresses.filter((address) => !/^https?:/.test(address))).toEqual([])
  const elements = await page.evaluate<string>(skeleton)
  expect(await page.evaluate('document.styleSheets.length + document.scripts.length')).toBe(2)
  await close()
  return { elements, addresses }
}
