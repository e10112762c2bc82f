import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Report } from '../../conformance/core/model/report.ts'
import { renderers } from '../../reports/index.ts'
import { pageIn, startBrowser } from './chromium.ts'

/** The options for opening a report. */
export interface Opening extends BrowserContextOptions {
  /** The fragment of the URL, without `#`. */
  readonly fragment?: string
}

/** A report opened from disk, and everything that went wrong while it was open. */
export interface Opened {
  readonly page: Page
  readonly address: string
  /** Requests other than the one for the file, dialogs, errors, and violations of the content security policy. */
  readonly incidents: readonly string[]
  close(): Promise<void>
}

/** Returns a function that opens reports in one browser, for the tests of one file. Fails if any incident occurs. */
export function reportOpener(): (report: Report, opening?: Opening) => Promise<Opened> {
  let browser: Browser
  const folder = mkdtempSync(join(tmpdir(), 'mgi-browser-'))
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true })
  })
  return async (report, { fragment, ...options } = {}) => {
    const file = join(folder, 'report.html')
    writeFileSync(file, renderers.html(report))
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    const page = await pageIn(context)
    const address = pathToFileURL(file).href
    const incidents = incidentsOf(page, address)
    await page.goto(fragment === undefined ? address : `${address}#${fragment}`)
    return { page, address, incidents, close: () => closed(page, incidents) }
  }
}

function incidentsOf(page: Page, address: string): string[] {
  const incidents: string[] = []
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) incidents.push(`request ${request.url()}`)
  })
  page.on('console', (message) => incidents.push(`console ${message.text()}`))
  page.on('pageerror', (error) => incidents.push(`error ${error.message}`))
  page.on('popup', (popup) => incidents.push(`popup ${popup.url()}`))
  page.on('dialog', (dialog) => {
    incidents.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return incidents
}

async function closed(page: Page, incidents: readonly string[]): Promise<void> {
  await page.context().close()
  expect(incidents).toEqual([])
}
