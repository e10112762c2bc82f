import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../conformance/catalogue.ts'
import {
  key,
  type MendedGateway,
  startedWatch,
  startMendedGateway,
} from '../../conformance/cli/watch/mended.fixture.ts'
import { exchangeWith } from '../../conformance/model/exchange.fixture.ts'
import type { Report } from '../../conformance/model/report.ts'
import { startLive } from '../../conformance/watch/live.ts'
import { openPage } from '../../conformance/watch/page-server.ts'
import { examples } from '../../reports/examples.fixture.ts'
import { poisoned, poisons } from '../../reports/hostile.fixture.ts'
import { untilTestEnds } from '../serve.ts'
import { startBrowser } from './chromium.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'watch-page-'))
let browser: Browser
let gateway: MendedGateway
beforeAll(async () => {
  browser = await startBrowser()
  gateway = await startMendedGateway(['messages-stream-no-stop'])
})
afterAll(async () => {
  await browser?.close()
  await gateway?.close()
  rmSync(folder, { recursive: true })
})

/** What is waited for comes in its time, on a machine that does something else as well. */
function eventually<Value>(value: () => Value | Promise<Value>) {
  return expect.poll(value, { timeout: 20_000, interval: 20 })
}

/** Opens a page of a watch; whatever it asks of others than its own server, and what goes wrong on it, is an incident. */
async function opened(url: string, options: BrowserContextOptions = {}) {
  const context = await untilTestEnds(browser.newContext({ viewport: { width: 1280, height: 800 }, ...options }))
  const page = await context.newPage()
  const incidents: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) incidents.push(`request ${request.url()}`)
  })
  page.on('console', (message) => incidents.push(`console ${message.text()}`))
  page.on('pageerror', (error) => incidents.push(`error ${error.message}`))
  page.on('dialog', (dialog) => {
    incidents.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.goto(url)
  return { page, incidents }
}

async function violationsOn(page: Page): Promise<readonly unknown[]> {
  await page.evaluate(axe)
  return page.evaluate<unknown[]>(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => html + failureSummary)]))`,
  )
}

const few = ['--area', 'messages', '--requirement', 'messages.stream-*', '--profile', 'smoke']

test('the page shows a run as it goes, what failed, its stream, and what is mended until all is green', async () => {
  gateway.be('faulty')
  const { io, end, status } = startedWatch(folder, [gateway.url, '--key', key, ...few, '--out', 'mending'])
  await eventually(io.err).toContain('The page of this watch: ')
  const url = /The page of this watch: (\S+)/.exec(io.err())![1]!
  const { page, incidents } = await opened(url)
  const stateIs = (words: RegExp) => eventually(() => page.locator('#state').innerText()).toMatch(words)
  await stateIs(/Nonconforming: .*1 failed/s)
  expect(await page.locator('#causes-now').innerText()).toContain('stream ended without')
  expect(await page.locator('.found li').allInnerTexts()).toEqual([
    expect.stringMatching(/fail messages\.stream-end on messages\.stream.*stream ended without message_stop/s),
  ])

  // The finding leads to its stream, the end of which is marked.
  await page.locator('.found a').click()
  await eventually(() => page.locator('#detail h2').innerText()).toBe('A stream ends with message_stop.')
  expect(await page.locator('#detail .timeline').first().innerText()).toContain('message_delta')
  // Any other stream is a click away.
  await page.locator('#exchanges > summary').click()
  await page.locator('#only-streams').check()
  await page.locator('.exchanges a').first().click()
  await eventually(() => page.locator('#detail h2').innerText()).toMatch(/^Exchange /)
  expect(await page.locator('#detail .timeline li.event').count()).toBeGreaterThan(3)

  // A case alone: it fails still, and once it is mended it does not.
  const caseId = (await page.locator('#detail h2 code').innerText()).trim()
  await page.getByRole('button', { name: 'Run this case' }).click()
  await eventually(() => page.locator('#history').innerText()).toContain(`the case ${caseId}`)
  await stateIs(/Waiting for a change/)
  expect(await page.locator('#history').innerText()).toMatch(/still failing; .*messages\.stream-end: fail as before/)
  gateway.be('mended')
  await page.getByRole('button', { name: 'Run this case' }).click()
  await eventually(() => page.locator('#history').innerText()).toMatch(/fixed; /)

  await page.getByRole('button', { name: 'Run what failed' }).click()
  await stateIs(/^✓\s*Conforming: /)
  expect(await page.locator('#changes').innerText()).toMatch(/0 new failures, 1 mended, 0 still failing since run 1/)
  expect(await page.locator('#changes tbody td').allInnerTexts()).toEqual([
    expect.stringContaining('✗ fail stream ended without'),
    '✓ pass',
  ])
  await page.locator('#changes tbody a').click()
  await eventually(() => page.locator('#detail h3').allInnerTexts()).toEqual(['Before: run 1', 'After: run 5'])

  // What is broken anew is new.
  gateway.be('faulty')
  await page.locator('#controls input').fill('messages.stream-end')
  await page.getByRole('button', { name: 'Run it' }).click()
  await stateIs(/Nonconforming: /)
  expect(await page.locator('#changes').innerText()).toMatch(/1 new failure, 0 mended, 0 still failing since run 5/)
  await page.locator('#controls input').fill('messages.none')
  await page.getByRole('button', { name: 'Run it' }).click()
  await eventually(() => page.locator('#answer').innerText()).toContain('no requirement matches "messages.none"')

  end()
  expect(await status).toBe(130)
  await eventually(() => page.locator('#state h1').innerText()).toContain('Ended')
  await eventually(() => page.locator('#said').textContent()).toBe('mgi watch has ended')
  expect(await page.getByRole('button', { name: 'Run everything' }).isDisabled()).toBe(true)
  expect(await page.content()).not.toContain(key)
  expect(incidents).toEqual([])
})

test('a run is stopped at a click, and a page that is closed keeps nothing from going on', async () => {
  gateway.be('mended')
  const { io, end, status } = startedWatch(folder, [gateway.url, '--key', key, '--area', 'messages', '--rate', '20'])
  await eventually(io.err).toContain('The page of this watch: ')
  const { page } = await opened(/The page of this watch: (\S+)/.exec(io.err())![1]!)
  await eventually(() => page.locator('#state').innerText()).toMatch(/Run 1: everything .*sending.*requests of \d+/s)
  expect(await page.locator('#state progress').getAttribute('value')).toMatch(/^\d+$/)
  await page.getByRole('button', { name: 'Stop this run' }).click()
  await eventually(() => page.locator('#history').innerText()).toContain('stopped')
  await page.getByRole('button', { name: 'Run everything' }).click()
  await eventually(() => page.locator('#state').innerText()).toContain('Run 2: everything')
  await page.close()
  end()
  expect(await status).toBe(130)
})

/** A watch that has seen everything that a page can show, without a run. */
function watchedExample(report: Report, text: (words: string) => string) {
  const selection = { areas: ['messages', 'images'], requirements: [], unsupported: [] }
  const live = startLive({
    target: text('http://gateway.example'),
    selection,
    catalogue,
    earlier: examples.conforming(),
  })
  const hooks = live.begin({ what: text('everything'), why: text('a test'), scope: 'everything' })
  for (const id of ['one', 'two'])
    hooks.onExchange?.(exchangeWith({ id: text(id) }), { operation: 'messages.create', purpose: text('purpose') })
  hooks.onNote?.(text('a note'))
  live.end(text('it failed'), report)
  live.gateway({ command: text('node gateway.js'), state: text('running'), output: [text('listening'), text('asked')] })
  live.waiting(text('waiting'))
  return live
}

/** What the page is made of, but for its texts and the words that the script keeps in one piece in commands. */
const skeleton = `[...document.querySelectorAll('*:not(.command code > span:not(:has(*)))')].map((one) => [one.tagName, ...one.getAttributeNames().sort()].join(' ')).join('\\n')`

/** A link without a text has no size that a mouse could meet. */
const press = (link: { click?: () => void }) => link.click?.()

/** Everything opened, one result and one exchange looked at. */
async function explored(report: Report, text: (words: string) => string) {
  const live = watchedExample(report, text)
  const { url } = await untilTestEnds(openPage({ live, port: 0, onAction: ({ action }) => text(action) }))
  const { page, incidents } = await opened(url)
  await page.locator('#exchanges > summary').click()
  await eventually(() => page.locator('.exchanges').count()).toBe(1)
  await page.locator('.exchanges a').first().evaluate(press)
  await eventually(() => page.locator('#detail-title').count()).toBe(1)
  const parts = [await page.evaluate<string>(skeleton)]
  await page.locator('.found a').first().evaluate(press)
  await eventually(() => page.locator('#detail .on').count()).toBeGreaterThan(0)
  await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true`)
  await page.locator('#words').fill('nothing has these words')
  await page.getByRole('button', { name: 'Run everything' }).click()
  parts.push(await page.evaluate<string>(skeleton))
  expect(await page.evaluate('document.styleSheets.length + document.scripts.length')).toBe(2)
  expect(incidents).toEqual([])
  return parts
}

test.each([
  ...poisons,
  '<script>alert(1)</script>',
  '"><base href="https://evil.example/"><svg onload=alert(1)>',
])('%j in every text of the page does nothing', async (poison) => {
  const report = examples.nonconforming()
  const harmless = await explored(poisoned(report, 'harmless'), () => 'harmless')
  expect(await explored(poisoned(report, poison), () => poison)).toEqual(harmless)
})

describe.each([
  ['in light', {}],
  ['in the dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }],
] as const)('%s', (_look, options) => {
  test('axe has nothing against the page, folded or open', async () => {
    const live = watchedExample(examples.nonconforming(), (words) => words)
    const { url } = await untilTestEnds(openPage({ live, port: 0, onAction: () => '' }))
    const { page, incidents } = await opened(url, options)
    await page.locator('.found a').first().click()
    await eventually(() => page.locator('#detail .source').count()).toBe(1)
    expect(await violationsOn(page)).toEqual([])
    await page.locator('#exchanges > summary').click()
    await eventually(() => page.locator('.exchanges').count()).toBe(1)
    await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true`)
    expect(await violationsOn(page)).toEqual([])
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(overflow).toBeLessThanOrEqual(0)
    expect(incidents).toEqual([])
  })
})

test('without scripts the page shows how things stand', async () => {
  const live = watchedExample(examples.nonconforming(), (words) => words)
  const { url } = await untilTestEnds(openPage({ live, port: 0, onAction: () => '' }))
  const { page } = await opened(url, { javaScriptEnabled: false })
  expect(await page.locator('main').innerText()).toContain('This page needs scripts to stay up to date')
  expect(await page.locator('.found li').count()).toBeGreaterThan(1)
})
