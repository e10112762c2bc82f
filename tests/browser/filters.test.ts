import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { RequirementResult } from '../../conformance/model/report.ts'
import { examples } from '../../reports/examples.golden.ts'
import { reportOpener } from './opened.ts'

const open = reportOpener()
const report = examples.nonconforming()

/** The requirements whose lines can be seen, each with its section opened. */
function shown(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('.requirements tbody tr')]
      .filter((line) => line.checkVisibility({ contentVisibilityAuto: false }))
      .map((line) => line.querySelector('a.self').textContent)`)
}

function idsWhere(isWanted: (requirement: RequirementResult) => boolean): string[] {
  return report.requirements.filter(isWanted).map(({ id }) => id)
}

/** Ticks an outcome. Cards above the choice get their height when they come near: it holds still once it is in view. */
async function tick(page: Page, outcome: string): Promise<void> {
  const box = page.locator(`input[value=${outcome}]`)
  await box.scrollIntoViewIfNeeded()
  await box.check()
}

test.each<[string, string, string, (requirement: RequirementResult) => boolean]>([
  ['operation', 'endpoint', 'messages.stream', ({ endpoint }) => endpoint === 'messages.stream'],
  ['dimension', 'dimension', 'status', ({ dimension }) => dimension === 'status'],
  ['level', 'level', 'implied', ({ level }) => level === 'implied'],
  ['section', 'section', '2.9', ({ section }) => section === '2.9'],
])('choosing by %s shows exactly those requirements', async (_what, name, value, isWanted) => {
  const { page, close } = await open(report)
  await page.locator(`select[name=${name}]`).selectOption(value)
  expect((await shown(page)).sort()).toEqual(idsWhere(isWanted).sort())
  await close()
})

test('outcomes add up, words narrow down, and the count says how many are left', async () => {
  const { page, close } = await open(report)
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
  await page.locator('.compliance a[data-outcome=fail][data-endpoint="messages.stream"]').click()
  expect((await shown(page)).sort()).toEqual(['messages.stream-end', 'messages.stream-order'])
  await close()
})

test('a link to a requirement that the choice hides shows it again', async () => {
  const { page, close } = await open(report)
  await tick(page, 'fail')
  await page.evaluate('location.hash = "messages.reply-id"')
  await page.locator('[id="messages.reply-id"]').waitFor({ state: 'visible' })
  await close()
})
