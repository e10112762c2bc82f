import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../conformance/specification/catalogue.ts'
import { pageAbout } from '../../reports/documentation.ts'
import { expectAccessible, looks } from '../browser/axe.ts'
import { pageIn, startBrowser } from '../browser/chromium.ts'
import { pages as documents, root } from './snippets.ts'

const site = join(root, 'site/dist')
const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
const pages = new Map(
  files.filter((name) => name.endsWith('.html')).map((name) => [name, readFileSync(join(site, name), 'utf8')]),
)
const anchors = new Map([...pages].map(([name, html]) => [name, new Set(valuesOf(html, 'id'))]))

function valuesOf(html: string, attribute: string): readonly string[] {
  const values = html.matchAll(new RegExp(`<[a-z][^>]*\\s${attribute}="([^"]*)"`, 'g'))
  return [...values].map(([, value = '']) => value.replaceAll('&amp;', '&'))
}

/** Returns the references of a page: files of the site and anchors, and external URLs. */
function referencesOf(html: string): readonly string[] {
  return [...valuesOf(html, 'href'), ...valuesOf(html, 'src')]
}

function isDead(page: string, reference: string): boolean {
  const [path = '', fragment] = reference.split('#')
  const target = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), decodeURIComponent(path)))
  if (!existsSync(join(site, target))) return true
  return fragment !== undefined && anchors.get(target)?.has(decodeURIComponent(fragment)) !== true
}

describe('the built site', () => {
  test('has no dead link: every file and every place that a page refers to is there', () => {
    const dead = [...pages].flatMap(([page, html]) =>
      referencesOf(html)
        .filter((reference) => !/^(https?|data):/.test(reference) && isDead(page, reference))
        .map((reference) => `${page} refers to ${reference}`),
    )
    expect(pages.size).toBeGreaterThan(catalogue.requirements.length)
    expect([...new Set(dead)]).toEqual([])
  })

  test('loads nothing from elsewhere', () => {
    const loaded = [...pages].flatMap(([page, html]) =>
      [...html.matchAll(/<(?:script|link|img|iframe)\b[^>]*\s(?:src|href)="(?:https?:)?\/\/[^"]*"/g)].map(
        ([tag]) => `${page}: ${tag}`,
      ),
    )
    expect(loaded).toEqual([])
  })

  test('has a page for each requirement, at the address that reports link to', () => {
    const base = 'https://docs.example/mgi/'
    const missing = catalogue.requirements
      .map(({ id }) => pageAbout(id, { docs: base }))
      .filter((address) => !pages.has(address?.slice(base.length) ?? ''))
    expect(missing).toEqual([])
  })

  test('has a page for each document, and each is in the list of pages', () => {
    const [, first = ''] = [...pages].find(([name]) => name === 'index.html') ?? []
    const listed = new Set(valuesOf(/<nav[\s\S]*?<\/nav>/.exec(first)?.[0] ?? '', 'href'))
    const expected = documents.map((name) => name.replace(/^README\.md$/, 'index.md').replace(/^docs\//, ''))
    expect(expected.filter((name) => !listed.has(`./${name.replace(/\.md$/, '.html')}`))).toEqual([])
  })
})

describe('opened from disk, without a network', () => {
  let browser: Browser
  let page: Page
  const asked: string[] = []
  beforeAll(async () => {
    browser = await startBrowser()
    const context = await browser.newContext({ offline: true })
    page = await pageIn(context)
    page.on('request', (request) => asked.push(request.url()))
  })
  afterAll(() => browser?.close())

  const open = (name: string) => page.goto(pathToFileURL(join(site, name)).href)

  test.each([
    ['stop sequence', 'requirements/messages.stop-sequence-agrees.html'],
    ['exit status', 'index.html#exit-status'],
    ['certificate authority', 'troubleshooting.html#tls'],
    ['messages.stream-order', 'requirements/messages.stream-order.html'],
    ['junit zzqqxx', 'reports.html'],
    ['exit code', 'index.html#exit-status'],
    ['price', 'index.html#what-it-costs'],
    ['docker', 'scale.html#a-container-image'],
    ['getting started', 'first-run.html'],
    ['does streaming tool use work', 'reading-a-report.html#does-a-feature-work'],
    ['flaky', 'reading-a-report.html#a-failed-requirement'],
    ['windows', 'install.html#operating-systems'],
    ['ECONNREFUSED', 'troubleshooting.html'],
  ])('a search for "%s" finds %s', async (words, target) => {
    await open('adr/0010-a-sentence-stands-at-its-keyword.html')
    await page.fill('#query', words)
    await page.locator('#hits a').first().waitFor()
    const hits = await page.locator('#hits a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(hits).toContain(`../${target}`)
  })

  test('what no page has is not found, and markup in a search is text', async () => {
    await open('index.html')
    await page.fill('#query', '<zzqqxx/>')
    await page.getByText('Nothing found.').waitFor()
    expect(await page.locator('#hits zzqqxx').count()).toBe(0)
  })

  test('a block of code has colours and a button that copies it', async () => {
    await open('library.html')
    expect(await page.locator('pre .hljs-keyword').count()).toBeGreaterThan(3)
    await page.locator('.code button').first().click()
    await expect.poll(() => page.locator('.code button').first().innerText()).toMatch(/^(Copied|Selected)$/)
  })

  test('a page lists its parts, and leads to the next page and back', async () => {
    await open('install.html')
    expect(await page.locator('.parts a').count()).toBeGreaterThan(2)
    await page.locator('a[rel=next]').click()
    expect(await page.locator('h1').innerText()).toContain('First run')
    await page.locator('a[rel=prev]').click()
    expect(await page.locator('h1').innerText()).toContain('Install')
  })

  test('the header names the version, and the repository only if the package has one', async () => {
    const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    await open('index.html')
    expect(await page.locator('.version').innerText()).toBe(`version ${version}`)
    expect(await page.getByRole('link', { name: 'Repository' }).count()).toBe(repository === undefined ? 0 : 1)
  })

  describe.each(Object.entries(looks))('%s', (_look, options) => {
    test.each([
      'index.html',
      'library.html',
      'reading-a-report.html',
      'requirements/messages.stream-order.html',
    ])('axe has nothing against %s', async (name) => {
      const context = await browser.newContext({ offline: true, ...options })
      const own = await pageIn(context)
      await own.goto(pathToFileURL(join(site, name)).href)
      await expectAccessible(own)
      await context.close()
    })
  })

  test('the pictures of a report are there', async () => {
    await open('reading-a-report.html')
    const widths = await page
      .locator('main img')
      .evaluateAll((images) => images.map((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    expect(widths.length).toBeGreaterThan(3)
    expect(Math.min(...widths)).toBeGreaterThan(200)
  })

  test('nothing was asked of the network', () => {
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.filter((address) => !/^(file|data):/.test(address))).toEqual([])
  })
})
