import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderers } from '../../reports/index.ts'
import { pageIn, startBrowser } from './chromium.ts'
import { largeReport, manyFailures } from './large-report.fixture.ts'
import { reportOpener } from './opened.ts'

const open = reportOpener()
const folder = mkdtempSync(join(tmpdir(), 'mgi-plain-'))
let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

/** A busy machine is slow from time to time, but a slow page is slow in every try. */
const tries = 5

/** The milliseconds from the request until a page is painted. Tests use the minimum of several tries. */
const painted = `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))`

test('a report of 10 000 exchanges, 500 findings and evidence for passes is there within half a second, or sooner than a plain page of its size', async () => {
  const report = largeReport()
  const text = renderers.html(report)
  expect(Buffer.byteLength(text)).toBeLessThan(4_000_000)
  const [times, plainTimes]: [number[], number[]] = [[], []]
  for (let number = 0; number < tries; number += 1) {
    const { page, close } = await open(report)
    times.push(await page.evaluate<number>(painted))
    await close()
    const plain = await openPlain(text)
    plainTimes.push(await plain.evaluate<number>(painted))
    await plain.context().close()
  }
  const [own, ofPlain] = [Math.min(...times), Math.min(...plainTimes)]
  // Half a second, unless this machine needs longer for any page of that size.
  expect(own).toBeLessThan(Math.max(500, ofPlain))
})

test('evidence is capped, what is left out is said, and room is kept for what passed', async () => {
  const { page, close } = await open(largeReport())
  const leftOut = page.locator('#fail p.exchange', { hasText: 'omitted to keep this page small' })
  expect(await leftOut.count()).toBeGreaterThan(100)
  expect(await page.locator('#fail .card').count()).toBe(50)
  expect(await page.locator('#passed details.exchange').count()).toBeGreaterThan(100)
  await close()
})

test('of many kinds of findings a few samples are shown, and the others told', async () => {
  const { page, close } = await open(largeReport())
  const others = page.locator('#fail .others').first()
  expect(await others.locator('> summary').innerText()).toBe(
    '9 other kinds of finding: 2 samples, and 7 without their evidence',
  )
  expect(await others.locator('.finding').count()).toBe(2)
  expect(await others.locator('> ul > li').count()).toBe(7)
  await close()
})

test('a choice among many requirements is made and laid out within a fifth of a second', async () => {
  const { page, close } = await open(largeReport())
  const times: number[] = []
  for (const words of ['rule-7', '', 'rule 12', 'nothing']) {
    times.push(
      await page.evaluate<number>(`(() => {
        const field = document.querySelector('input[type=search]')
        field.value = ${JSON.stringify(words)}
        const start = performance.now()
        field.dispatchEvent(new Event('input', { bubbles: true }))
        document.body.getBoundingClientRect()
        return performance.now() - start
      })()`),
    )
  }
  // On a busy machine everything takes longer, so a plain page of the same length is the measure.
  const plain = await relaidOut(renderers.html(largeReport()))
  expect(Math.min(...times)).toBeLessThan(Math.max(100, plain))
  // The first search is the slowest, because it reads the words of every requirement.
  expect(Math.max(...times)).toBeLessThan(Math.max(200, 2 * plain))
  await close()
})

test('a report with 178 failures is no longer than a dozen screens while it is folded', async () => {
  const { page, close } = await open(manyFailures(178))
  expect(await page.locator('#fail .card').count()).toBe(178)
  expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(12_000)
  await close()
})

/** Returns a page that only contains the lines of another page's text. */
function plainPage(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => `<p>${line.replace(/[&<]/g, (one) => (one === '&' ? '&amp;' : '&lt;'))}</p>`)
  return `<!doctype html><meta charset="utf-8"><title>plain</title>${lines.join('\n')}`
}

async function openPlain(text: string): Promise<Page> {
  const file = join(folder, 'plain.html')
  writeFileSync(file, plainPage(text))
  const page = await pageIn(await browser.newContext({ viewport: { width: 1280, height: 800 } }))
  await page.goto(pathToFileURL(file).href)
  return page
}

/** Returns the milliseconds that hiding half of a plain page and laying it out takes. */
async function relaidOut(text: string): Promise<number> {
  const page = await openPlain(text)
  const took = await page.evaluate<number>(`(() => {
    const start = performance.now()
    for (const [index, line] of [...document.querySelectorAll('p')].entries()) line.hidden = index % 2 === 0
    document.body.getBoundingClientRect()
    return performance.now() - start
  })()`)
  await page.context().close()
  return took
}

test('the page scrolls from one end to the other in steps that stay short', async () => {
  const { page, close } = await open(largeReport())
  const median = await medianFrame(page)
  await close()
  const plain = await openPlain(renderers.html(largeReport()))
  expect(median).toBeLessThan(Math.max(50, 2 * (await medianFrame(plain))))
  await plain.context().close()
})

/** Returns the median of the milliseconds between two frames while a page scrolls. */
async function medianFrame(page: Page): Promise<number> {
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
  return frames.sort((one, other) => one - other)[frames.length >> 1]!
}
