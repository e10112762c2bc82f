import { expect, test } from 'vitest'
import { examples } from '../../reports/examples.fixture.ts'
import { allResults } from '../../reports/result.ts'
import { reportOpener } from './opened.ts'

const open = reportOpener()

test('without scripts the page says everything, and offers nothing that would not work', async () => {
  const report = examples.nonconforming()
  const { page, close } = await open(report, { javaScriptEnabled: false })
  const text = (await page.locator('main').textContent()) ?? ''
  for (const { id, statement } of report.requirements) {
    expect(text).toContain(id)
    expect(text).toContain(statement.replaceAll('`', ''))
  }
  for (const { replay, curl } of allResults(report).flatMap(({ findings }) => findings)) {
    for (const command of [replay, curl]) if (command !== undefined) expect(text).toContain(command)
  }
  expect(await page.locator('button:visible, form:visible').count()).toBe(0)
  await close()
})

test('folds open without scripts, by mouse and by keyboard', async () => {
  const { page, close } = await open(examples.nonconforming(), { javaScriptEnabled: false })
  const fold = page.locator('details.exchange').first()
  await fold.locator('summary').first().click()
  await fold.getByText('Request headers').waitFor({ state: 'visible' })
  await fold.locator('summary').first().press('Enter')
  await fold.getByText('Request headers').waitFor({ state: 'hidden' })
  await close()
})

test('the cause of a broken stream is in sight before anything is opened', async () => {
  const { page, close } = await open(examples.nonconforming(), { javaScriptEnabled: false })
  const card = page.locator('[id="messages.stream-order"]')
  // A browser lays out distant content only when it comes into view.
  await card.scrollIntoViewIfNeeded()
  for (const words of ['Expected', 'Received', 'Position: in a block', 'content_block_stop', '✗ offending', 'chunk 3'])
    await expect.poll(() => card.innerText()).toContain(words)
  await close()
})
