import { expect, test } from 'vitest'
import { renderers } from '../../reports/index.ts'
import { largeReport } from './large-report.fixture.ts'
import { reportOpener } from './opened.ts'

const open = reportOpener()

/** A machine that does something else at the same time is slow now and then; a page that is slow is slow each time. */
const tries = 5

test('a report of 10 000 exchanges and 500 findings is there within a second', async () => {
  const times: number[] = []
  for (let number = 0; number < tries; number += 1) {
    const { page, close } = await open(largeReport())
    times.push(
      await page.evaluate<number>(
        `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))`,
      ),
    )
    await close()
  }
  expect(Math.min(...times)).toBeLessThan(1000)
})

test('evidence is capped, and what is left out is said', async () => {
  expect(renderers.html(largeReport()).length).toBeLessThan(16_000_000)
  const { page, close } = await open(largeReport())
  const leftOut = page.locator('p.exchange', { hasText: 'omitted to keep this page small' })
  expect(await leftOut.count()).toBeGreaterThan(100)
  expect(await page.locator('#fail .card').count()).toBe(50)
  await close()
})

test('a choice among many requirements is made within a tenth of a second', async () => {
  const { page, close } = await open(largeReport())
  const times: number[] = []
  for (const words of ['rule-7', '', 'rule 12', 'nothing']) {
    times.push(
      await page.evaluate<number>(`(() => {
        const field = document.querySelector('input[type=search]')
        field.value = ${JSON.stringify(words)}
        const start = performance.now()
        field.dispatchEvent(new Event('input', { bubbles: true }))
        return performance.now() - start
      })()`),
    )
  }
  expect(Math.min(...times)).toBeLessThan(100)
  await close()
})

test('the page scrolls from one end to the other in steps that stay short', async () => {
  const { page, close } = await open(largeReport())
  const frames = await page.evaluate<number[]>(`new Promise((done) => {
    const frames = []
    let before = performance.now()
    const step = (now) => {
      frames.push(now - before)
      before = now
      scrollBy(0, 400)
      if (frames.length < 60) requestAnimationFrame(step)
      else done(frames)
    }
    requestAnimationFrame(step)
  })`)
  const median = frames.sort((one, other) => one - other)[frames.length >> 1]!
  expect(median).toBeLessThan(50)
  await close()
})
