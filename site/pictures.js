/** Screenshots of an HTML report, taken in Chromium when the site is built. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { certify, writeReports } from '../build/conformance/product/index.js'
import { startReferenceServer } from '../build/reference-server/index.js'

/** The part of the page in each picture, and the elements to open first. */
const shots = {
  overview: { height: 900 },
  causes: { part: '#causes' },
  finding: { part: '.card.fail', fragment: 'messages.stop-sequence-agrees' },
  filters: { part: '#filters', open: '#filters summary' },
  compliance: { part: '#compliance' },
}

const faults = ['messages-stop-sequence-lost', 'overlook:messages.temperature-beyond-rejected']

/**
 * Replaces the placeholders of pictures in a text (`<!-- picture: NAME: what it shows -->`), and adds the names to
 * `wanted`.
 */
export function withPictures(text, wanted) {
  return text.replaceAll(/^<!-- picture: ([a-z-]+): (.+) -->$/gm, (_comment, name, words) => {
    if (!Object.hasOwn(shots, name))
      throw new Error(`there is no picture ${name}; there are ${Object.keys(shots).join(', ')}`)
    wanted.add(name)
    return `![${words}](./pictures/${name}.png)`
  })
}

/** Takes the pictures with these names from a report on a reference server with faults. */
export async function takePictures(names) {
  if (names.size === 0) return new Map()
  const folder = mkdtempSync(join(tmpdir(), 'mgi-pictures-'))
  const browser = await startChromium()
  try {
    await writeReport(folder)
    const pictures = new Map()
    for (const name of names) pictures.set(name, await picture(browser, join(folder, 'report.html'), shots[name]))
    return pictures
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
}

async function writeReport(out) {
  const server = await startReferenceServer({ faults })
  try {
    const report = await certify({
      target: server.url,
      key: 'test-key',
      areas: ['messages'],
      profile: 'standard',
      docs: 'https://docs.example/mgi/',
    })
    await writeReports(report, { out, formats: ['html'] })
  } finally {
    await server.close()
  }
}

/** Takes a picture of a part of an HTML file, or of its top. */
export async function picture(browser, file, { part, fragment, open, width = 1100, height = 700, scale = 1.5 }) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale })
  const page = await context.newPage()
  const address = pathToFileURL(file).href
  await page.goto(fragment === undefined ? address : `${address}#${fragment}`)
  if (open !== undefined) await page.click(open)
  const clip = part === undefined ? {} : { clip: await placeOf(page, part) }
  const taken = await page.screenshot(clip)
  await context.close()
  return taken
}

/** Returns the position of a part of a page in the window, after scrolling to it. */
function placeOf(page, part) {
  return page
    .locator(part)
    .first()
    .evaluate((element) => {
      element.scrollIntoView({ behavior: 'instant' })
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y: Math.max(y, 0), width, height: Math.min(height, window.innerHeight - Math.max(y, 0)) }
    })
}

export function startChromium() {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: chromiumPath(), args: asRoot })
}

function chromiumPath() {
  const named = process.env.MGI_CHROMIUM
  const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const found = [named, ...paths].find((path) => path !== undefined && path !== '' && existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    'the site needs Chromium for its pictures: install it (apt-get install chromium) or name it in MGI_CHROMIUM',
  )
}
