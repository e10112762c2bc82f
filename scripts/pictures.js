/**
 * Makes the pictures of README.md in `docs/pictures` from a real run against a reference server with three faults: `npm
 * run pictures`. Requires the build and Chromium.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { startReferenceServer } from '../build/reference-server/index.js'
import { picture, startChromium } from '../site/pictures.js'
import { terminalPicture } from './terminal-picture.js'

/** The run that the pictures show. A test compares its output with them. */
const shown = JSON.parse(readFileSync(new URL('picture-run.json', import.meta.url), 'utf8'))
const mgi = fileURLToPath(new URL('../dist/conformance/product/cli/main.js', import.meta.url))
const pictures = fileURLToPath(new URL('../docs/pictures/', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'mgi-pictures-'))
const server = await startReferenceServer({ faults: shown.faults })
const browser = await startChromium()
try {
  const printed = await output(['run', server.url, ...shown.arguments, '--reporter', 'html,json,terminal'])
  mkdirSync(pictures, { recursive: true })
  writeFileSync(`${pictures}terminal.svg`, terminalPicture(`npx mgi run ${shown.url} --area messages`, printed))
  const page = join(folder, 'mgi-report/report.html')
  writeFileSync(page, named(readFileSync(page, 'utf8')))
  const taken = await picture(browser, page, { width: 1280, height: 760, scale: 1 })
  writeFileSync(`${pictures}report.png`, await sharp(taken).png({ palette: true, effort: 10 }).toBuffer())
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true })
}

/** Runs the command in an empty folder, and returns its standard output with colours. */
async function output(command) {
  const env = { ...process.env, MGI_API_KEY: 'test-key', FORCE_COLOR: '1', NO_COLOR: '' }
  const child = spawn(process.execPath, [mgi, ...command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part))
  await new Promise((resolve) => child.once('close', resolve))
  return named(text)
}

/** Replaces the server's URL by one that readers recognise as an example. */
function named(text) {
  return text.replaceAll(server.url, shown.url)
}
