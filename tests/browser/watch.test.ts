import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type FixableGateway,
  key,
  startedWatch,
  startFixableGateway,
} from '../../conformance/product/cli/watch/fixable-gateway.fixture.ts'
import { startLive } from '../../conformance/product/watch/live.ts'
import { openPage } from '../../conformance/product/watch/page-server.ts'
import { examples } from '../../reports/examples.fixture.ts'
import { poisons } from '../../reports/hostile.fixture.ts'
import { untilTestEnds } from '../serve.ts'
import { pageIn, startBrowser } from './chromium.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'watch-page-'))
let browser: Browser
let gateway: FixableGateway
beforeAll(async () => {
  browser = await startBrowser()
  gateway = await startFixableGateway(['messages-stream-no-stop'])
})
afterAll(async () => {
  await browser?.close()
  await gateway?.close()
  rmSync(folder, { recursive: true })
})

/** Waits with a timeout that is long enough for a busy machine. */
function eventually<Value>(value: () => Value | Promise<Value>) {
  return expect.poll(value)
}

/** Opens the page of a watch. Errors, and requests to other servers than its own, are incidents. */
async function opened(url: string, options: BrowserContextOptions = {}) {
  const context = await untilTestEnds(browser.newContext({ viewport: { width: 1280, height: 800 }, ...options }))
  const page = await pageIn(context)
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

const few = ['--area', 'messages', '--requirement', 'messages.stream-*']

test.each([
  'smoke',
  'standard',
])('with the profile %s, the page shows the report of each complete run, and the state of the watch and the gateway', async (profile) => {
  gateway.be('faulty')
  const options = [...few, '--profile', profile, '--out', profile]
  const { io, stdin, end, status } = startedWatch(folder, [gateway.url, '--key', key, ...options])
  await eventually(io.err).toContain('The page of this watch: ')
  const url = /The page of this watch: (\S+)/.exec(io.err())![1]!
  const { page, incidents } = await opened(url)
  const strip = page.locator('#strip')
  const report = page.frameLocator('#report')
  await eventually(() => strip.innerText()).toMatch(/Waiting for changes.*Round 1, everything: nonconforming/s)
  expect(await strip.innerText()).toContain(url)
  await eventually(() => report.locator('h1').innerText()).toContain('Nonconforming')
  expect(await report.locator('#causes').innerText()).toContain('stream ended without')

  // Filters of the report persist when it is loaded again.
  await report.locator('#filters summary').click()
  await report.locator('#filters input[name=outcome][value=fail]').check()
  await report.getByRole('button', { name: 'Send again' }).first().click()
  await eventually(() => strip.innerText()).toContain('Round 2, 1 failed case again: 0 of 1 failed case passes now')
  gateway.be('fixed')
  stdin.write('\n')
  await eventually(() => strip.innerText()).toMatch(/Waiting for changes.*Round 4, everything: conforming/s)
  await eventually(() => report.locator('h1').innerText()).toContain('Conforming')
  expect(await report.locator('#filters input[name=outcome][value=fail]').isChecked()).toBe(true)

  end()
  expect(await status).toBe(130)
  await eventually(() => strip.innerText()).toContain('mgi watch has ended')
  expect(await page.content()).not.toContain(key)
  expect(incidents).toEqual([])
})

/** Returns the state of a watch after a complete run. */
function watched(text: (words: string) => string) {
  const live = startLive()
  live.begin(text('everything'))
  live.end(text('nonconforming'), examples.nonconforming())
  live.trouble({ kind: 'down', text: text('no connection to 127.0.0.1:8080 (ECONNREFUSED)') })
  const target = text('http://gateway.example')
  return untilTestEnds(openPage({ live, target, port: 0 }))
}

const skeleton = `[...document.querySelectorAll('*')].map((one) => [one.tagName, ...one.getAttributeNames().sort()].join(' ')).join('\\n')`

test.each([
  ...poisons,
  '<script>alert(1)</script>',
  '"><base href="https://evil.example/"><svg onload=alert(1)>',
])('%j in every text of the strip does nothing', async (poison) => {
  const skeletons: string[] = []
  for (const text of ['harmless', poison]) {
    const { url } = await watched(() => text)
    const { page, incidents } = await opened(url)
    await eventually(() => page.frameLocator('#report').locator('h1').count()).toBe(1)
    skeletons.push(await page.evaluate<string>(skeleton))
    expect(incidents).toEqual([])
  }
  expect(skeletons[1]).toBe(skeletons[0])
})

describe.each([
  ['in light', {}],
  ['in the dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }],
] as const)('%s', (_look, options) => {
  test('axe has nothing against the page', async () => {
    const { url } = await watched((words) => words)
    const { page, incidents } = await opened(url, options)
    await eventually(() => page.locator('#strip').innerText()).toContain('Gateway down')
    expect(await violationsOn(page)).toEqual([])
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(overflow).toBeLessThanOrEqual(0)
    expect(incidents).toEqual([])
  })
})

test('without scripts the page shows the state and the report', async () => {
  const { url } = await watched((words) => words)
  const { page } = await opened(url, { javaScriptEnabled: false })
  expect(await page.locator('#strip').innerText()).toMatch(/Gateway down.*ECONNREFUSED/s)
  expect(await page.frameLocator('#report').locator('h1').innerText()).toContain('Nonconforming')
})
