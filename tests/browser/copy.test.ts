import { expect, test } from 'vitest'
import { examples } from '../../reports/examples.fixture.ts'
import { allResults } from '../../reports/result.ts'
import { reportOpener } from './opened.ts'

const open = reportOpener()
const report = examples.nonconforming()

test.each(['curl', 'replay'] as const)('the %s command is copied as it stands', async (name) => {
  const { page, close } = await open(report, { permissions: ['clipboard-read', 'clipboard-write'] })
  const wanted = allResults(report)
    .flatMap(({ findings }) => findings)
    .find((finding) => finding[name])?.[name]
  const button = page.locator(`button[aria-label="Copy the ${name === 'curl' ? name : 'Replay'} command"]`).first()
  await button.click()
  await expect.poll(() => button.innerText()).toBe('Copied')
  expect(await page.locator('#said').textContent()).toBe('Copied')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(wanted)
  await close()
})

test('where the clipboard is rejected, the command is copied the older way', async () => {
  const { page, close } = await open(report)
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("rejected"))')
  const button = page.locator('button.copy').first()
  await button.click()
  await expect.poll(() => button.innerText()).toBe('Copied')
  expect(await page.evaluate('getSelection().toString()')).toBe(
    await page.locator('.command code').first().textContent(),
  )
  await close()
})
