import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Starts Chromium. Without it the tests fail instead of being skipped, because a skipped test proves nothing. */
export function startBrowser(): Promise<Browser> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: chromiumPath(), args: asRoot })
}

/** Opens a page that waits for elements as long as `expect.poll` waits, because a busy machine takes its time. */
export function pageIn(context: BrowserContext): Promise<Page> {
  context.setDefaultTimeout(300_000)
  return context.newPage()
}

function chromiumPath(): string {
  const named = process.env['MGI_CHROMIUM']
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named
    throw new Error(`MGI_CHROMIUM names ${named}, and there is no such file`)
  }
  const found = usualPaths.find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error('the browser tests need Chromium: install it (apt-get install chromium) or name it in MGI_CHROMIUM')
}
