import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { examples } from '../../reports/examples.fixture.ts'
import { reportOpener } from './opened.ts'

const open = reportOpener()

/** Describes the focused element. */
const focused = `(() => {
  const at = document.activeElement
  return [at.tagName.toLowerCase(), at.getAttribute('href') ?? at.name ?? '', at.className].join(' ').trim()
})()`

/** True if the focus is on the summary of the filter. */
const isAtFilter = `document.activeElement.closest('#filters') !== null`

/** Presses Tab until the wanted element has the focus. Gives up when the focus leaves the page. */
async function tabTo(page: Page, isWanted: (what: string) => boolean): Promise<string[]> {
  const path: string[] = []
  for (let step = 0; step < 400; step += 1) {
    await page.keyboard.press('Tab')
    const what = await page.evaluate<string>(focused)
    path.push(what)
    if (isWanted(what)) return path
    if (what.startsWith('body')) break
  }
  throw new Error(`Tab never got there: ${path.join(' | ')}`)
}

test('the first stop skips to the verdict', async () => {
  const { page, close } = await open(examples.nonconforming())
  await page.keyboard.press('Tab')
  expect(await page.evaluate(focused)).toBe('a #main skip')
  expect((await page.locator('.skip').boundingBox())!.x).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('main')
  await close()
})

test('from the top to a chosen outcome and a copied command without a mouse', async () => {
  const { page, close } = await open(examples.nonconforming(), { permissions: ['clipboard-read', 'clipboard-write'] })
  await tabTo(page, (what) => what.startsWith('summary'))
  while (!(await page.evaluate<boolean>(isAtFilter))) await tabTo(page, (what) => what.startsWith('summary'))
  await page.keyboard.press('Enter')
  await tabTo(page, (what) => what.startsWith('input outcome'))
  await page.keyboard.press('Space')
  await expect.poll(() => page.locator('#filtered').innerText()).toMatch(/^3 of /)
  await page.keyboard.press('Space')
  await tabTo(page, (what) => what.startsWith('a #messages.stream-order'))
  await tabTo(page, (what) => what.startsWith('summary'))
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.parentElement.open')).toBe(true)
  await tabTo(page, (what) => what.includes('copy'))
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).not.toBe('')
  await close()
})

test('everything that can be used can be reached, and shows that it has the focus', async () => {
  const { page, close } = await open(examples.conforming())
  const path = await tabTo(page, (what) => what.startsWith('body'))
  const usable = await page.evaluate<number>(
    `[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')].filter((one) => one.checkVisibility()).length`,
  )
  expect(path.length - 1).toBe(usable)
  await page.locator('nav a').first().focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
  await close()
})
