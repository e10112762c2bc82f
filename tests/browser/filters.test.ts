import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { RequirementResult } from '../../conformance/core/model/report.ts'
import { examples } from '../../reports/examples.fixture.ts'
import { reportOpener } from './opened.ts'

const open = reportOpener()
const report = examples.nonconforming()

/** Opens the filter, which is collapsed at first. */
async function openFilter(page: Page): Promise<void> {
  await page.locator('#filters summary').click()
}

/** Returns the requirements whose lines are visible, with all sections open. */
function shown(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('.requirements tbody tr')]
      .filter((line) => line.checkVisibility({ contentVisibilityAuto: false }))
      .map((line) => line.querySelector('a.self').textContent)`)
}

function idsWhere(isWanted: (requirement: RequirementResult) => boolean): string[] {
  return report.requirements.filter(isWanted).map(({ id }) => id)
}

/**
 * Ticks an outcome. Scrolls first, because cards above the filter get their height when they come into view and move
 * it.
 */
async function tick(page: Page, outcome: string): Promise<void> {
  const box = page.locator(`input[value=${outcome}]`)
  await box.scrollIntoViewIfNeeded()
  await box.check()
}

test.each<[string, string, string, (requirement: RequirementResult) => boolean]>([
  [
    'operation',
    'operation',
    'messages.stream',
    ({ operations }) => operations.some(({ operation }) => operation === 'messages.stream'),
  ],
  ['dimension', 'dimension', 'status', ({ dimension }) => dimension === 'status'],
  ['level', 'level', 'implied', ({ level }) => level === 'implied'],
  ['section', 'section', '2.9', ({ section }) => section === '2.9'],
])('choosing by %s shows exactly those requirements', async (_what, name, value, isWanted) => {
  const { page, close } = await open(report)
  await openFilter(page)
  await page.locator(`select[name=${name}]`).selectOption(value)
  expect((await shown(page)).sort()).toEqual(idsWhere(isWanted).sort())
  await close()
})

test('outcomes add up, words narrow down, and the count says how many are left', async () => {
  const { page, close } = await open(report)
  await openFilter(page)
  await tick(page, 'fail')
  await tick(page, 'warn')
  const broken = idsWhere(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  expect((await shown(page)).sort()).toEqual(broken.sort())
  await page.locator('input[type=search]').fill('Message_STOP  ends')
  expect(await shown(page)).toEqual(['messages.stream-end'])
  expect(await page.locator('#filtered').innerText()).toBe(`1 of ${report.requirements.length} requirements`)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => page.locator('#filtered').innerText()).toMatch(/^(\d+) of \1 /)
  await close()
})

test('a number of the overview leads to the requirements that it counts', async () => {
  const { page, close } = await open(report)
  await page.locator('.compliance a[data-outcome=fail][data-operation="messages.stream"]').click()
  expect((await shown(page)).sort()).toEqual(['messages.stream-end', 'messages.stream-order'])
  await close()
})

test('a link to a requirement that the choice hides shows it again', async () => {
  const { page, close } = await open(report)
  await openFilter(page)
  await tick(page, 'fail')
  await page.evaluate('location.hash = "messages.reply-id"')
  await page.locator('[id="messages.reply-id"]').waitFor({ state: 'visible' })
  await close()
})

/** Returns the requirements whose cards are visible, in order. */
function cards(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('.card')]
      .filter((card) => card.checkVisibility({ contentVisibilityAuto: false }))
      .map((card) => (card.id === '' ? card.querySelector(':scope > div').id : card.id))`)
}

const hasCard = ({ verdict }: RequirementResult) => verdict !== 'pass' && verdict !== 'skipped'

test('the choice holds for findings and for the list beside the page as for the list of all requirements', async () => {
  const { page, close } = await open(report)
  await openFilter(page)
  await page.locator('select[name=dimension]').selectOption('stream')
  const streams = (one: RequirementResult) => one.dimension === 'stream' && hasCard(one)
  expect((await cards(page)).sort()).toEqual(idsWhere(streams).sort())
  const beside = await page.locator('.contents .failed a:visible').allInnerTexts()
  expect(beside.sort()).toEqual(idsWhere((one) => streams(one) && one.verdict === 'fail').sort())
  await page.locator('input[type=search]').fill('no requirement has these words')
  expect(await cards(page)).toEqual([])
  expect(await page.locator('section.results:visible').count()).toBe(0)
  await close()
})

test('the choice stands in the address: shared it is made again, and the way back leads to it', async () => {
  const { page, address, close } = await open(report)
  await openFilter(page)
  await tick(page, 'fail')
  await page.locator('select[name=operation]').selectOption('messages.stream')
  const chosen = page.url()
  expect(chosen).toBe(`${address}#?outcome=fail&operation=messages.stream`)
  const before = await cards(page)
  await page.goto('about:blank')
  await page.goto(chosen)
  expect([await cards(page), await page.locator('select[name=operation]').inputValue()]).toEqual([
    before,
    'messages.stream',
  ])
  await page.evaluate('location.hash = "messages.reply-id"')
  await expect.poll(() => page.locator('#filtered').innerText()).toMatch(/^(\d+) of \1 /)
  await page.goBack()
  await expect.poll(() => cards(page)).toEqual(before)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => page.url()).toBe(`${address}#`)
  await close()
})

test('a cause leads to its findings, and what has none can be chosen too', async () => {
  const { page, close } = await open(report)
  const [cause] = report.causes
  await page.getByText('All findings of this cause').first().click()
  await openFilter(page)
  expect(await page.locator('select[name=cause]').inputValue()).toBe(cause!.id)
  const explained = [...cause!.requirements, ...cause!.blocks].map(({ requirement }) => requirement)
  expect((await shown(page)).sort()).toEqual([...new Set(explained)].sort())
  expect(await page.locator('#causes > ol > li:visible').count()).toBe(1)
  await page.locator('select[name=cause]').selectOption('none')
  const all = new Set(report.causes.flatMap(({ requirements }) => requirements.map(({ requirement }) => requirement)))
  const alone = (await shown(page)).filter((id) => all.has(id))
  expect(alone).toEqual([])
  await close()
})

test('findings come by weight, or in the order of the specification', async () => {
  const { page, close } = await open(report)
  await openFilter(page)
  const byWeight = await cards(page)
  const list = await page.locator('.requirements a.self code').allTextContents()
  await page.locator('select[name=order]').selectOption('document')
  const failed = idsWhere(({ verdict }) => verdict === 'fail')
  const inOrder = list.filter((id) => failed.includes(id))
  expect((await cards(page)).filter((id) => failed.includes(id))).toEqual(inOrder)
  await page.locator('select[name=order]').selectOption('')
  expect(await cards(page)).toEqual(byWeight)
  await close()
})

test('the choice stays in sight, and what a link leads to is not behind it', async () => {
  const { page, close } = await open(report, { fragment: 'messages.reply-tool-use-reason' })
  const card = page.locator('[id="messages.reply-tool-use-reason"]')
  await card.waitFor({ state: 'visible' })
  const form = (await page.locator('#filters').boundingBox())!
  expect(form.y).toBeGreaterThanOrEqual(0)
  expect(form.height).toBeLessThan(50)
  expect((await card.boundingBox())!.y).toBeGreaterThanOrEqual(form.y + form.height)
  await close()
})

test('the folded filter is one line that names what it hides', async () => {
  const { page, close } = await open(report, { fragment: '?outcome=fail&operation=messages.stream' })
  expect(await page.locator('#filters summary').innerText()).toMatch(/requirements fail, messages\.stream$/)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => page.locator('#chosen').innerText()).toBe('')
  await close()
})

test('an address with a choice of other people shows the page, whatever it says', async () => {
  const { page, close } = await open(report, {
    fragment:
      '?outcome=%3Cimg%20src=x%20onerror=alert(1)%3E&operation=nowhere&text=%22%3E%3Cscript%3E&cause=__proto__&order=%00',
  })
  expect(await page.locator('#filtered').innerText()).toMatch(/^0 of /)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => page.locator('#filtered').innerText()).toMatch(/^(\d+) of \1 /)
  await close()
})
