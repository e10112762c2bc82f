import { describe, expect, test } from 'vitest'
import { examples } from '../../reports/examples.fixture.ts'
import { reportOpener } from './opened.ts'

const open = reportOpener()

const unfold = `for (const fold of document.querySelectorAll('details')) fold.open = true`

test('dark is dark and light is light', async () => {
  const grounds: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, close } = await open(examples.nonconforming(), { colorScheme })
    grounds.push(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'))
    await close()
  }
  expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgb(13, 17, 23)'])
})

describe.each([320, 375, 768, 1280, 1920])('%i pixels wide', (width) => {
  test.each(
    Object.entries(examples),
  )('a report that is %s needs no scrolling sideways, folded or open', async (_name, example) => {
    const { page, close } = await open(example(), { viewport: { width, height: 800 } })
    for (const script of ['', unfold]) {
      await page.evaluate(script)
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
    await close()
  })
})

test('a phone has one list of features for each area, with every state on the screen', async () => {
  const { page, close } = await open(examples.nonconforming(), { viewport: { width: 390, height: 800 } })
  const lines = await page.evaluate<{ text: string; name: string; top: number; right: number }[]>(
    `[...document.querySelectorAll('#features :is(thead th:not(:first-child), td:not(:empty))')].map((one) => {
      const { top, right } = one.getBoundingClientRect()
      return { text: one.textContent, name: one.dataset.name ?? '', top, right }
    }).sort((one, other) => one.top - other.top)`,
  )
  expect(lines.map(({ name, text }) => `${name}${name === '' ? '' : ': '}${text}`)).toEqual([
    'content-generation',
    'Text: – not tested',
    'messages',
    'Text: ▲ warned (1 of 3)',
    'Pictures in: ○ accepted',
    'Streaming: ✗ broken (2 of 4 failed)',
    'Streamed tools: – not tested',
    'Counts: ✗ broken (1 of 2 failed)',
  ])
  for (const { right } of lines) expect(right).toBeLessThanOrEqual(390)
  await close()
})

test('text enlarged to the double stays on the page', async () => {
  const { page, close } = await open(examples.nonconforming(), { viewport: { width: 1280, height: 800 } })
  await page.evaluate(`document.documentElement.style.fontSize = '200%'; ${unfold}`)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280)
  await close()
})

test('paper has the verdict, the causes, the first evidence and what was opened, and no controls', async () => {
  const report = examples.nonconforming()
  const { page, close } = await open(report)
  const lines = page.locator('.requirements tbody tr')
  await page.locator('details.section > summary').first().click()
  await page.emulateMedia({ media: 'print' })
  for (const hidden of ['nav', '#filters', '.copy', '.fold-all'])
    expect(await page.locator(hidden).first().isVisible()).toBe(false)
  for (const shown of ['#verdict', '.on-paper', '#causes', '#compliance', '#fail .excerpt', '.section > summary'])
    expect(await page.locator(shown).first().isVisible()).toBe(true)
  expect(await lines.first().isVisible()).toBe(true)
  expect(await lines.last().isVisible()).toBe(false)
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000)
  await close()
})

test('no command breaks inside a word that fits on a line', async () => {
  const { page, close } = await open(examples.nonconforming(), { viewport: { width: 390, height: 800 } })
  const heights = await page.evaluate<number[]>(
    `[...document.querySelectorAll('.command code span')].filter(({ textContent }) => textContent.length < 20).map((word) => word.offsetHeight)`,
  )
  expect(heights.length).toBeGreaterThan(0)
  expect(new Set(heights.filter((height) => height > 0)).size).toBe(1)
  await close()
})
