/**
 * Builds the documentation site into `site/dist`. Gathers its pages in `site/.pages` (the Markdown files of this
 * repository, a page for each requirement, and screenshots of a report), and renders them with Eleventy. Requires the
 * build of the package and Chromium, but no network.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { requirementPages } from '../build/scripts/pages/requirement-pages.js'
import { decisionsPage, pagesOf, withLinks } from './pages.js'
import { takePictures, withPictures } from './pictures.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const gathered = fileURLToPath(new URL('.pages/', import.meta.url))

function write(page, content) {
  mkdirSync(dirname(gathered + page), { recursive: true })
  writeFileSync(gathered + page, content)
}

/** Inserts a link to the gallery at its placeholder, if `npm run gallery` has made one. */
function withGallery(text) {
  const isMade = existsSync(new URL('.gallery/index.html', import.meta.url))
  const link = '[Open the comparison and the reports](./gallery/index.html)'
  return text.replace('<!-- gallery -->', isMade ? link : 'This site was built without the gallery.')
}

rmSync(gathered, { recursive: true, force: true })
const pages = pagesOf(root)
const wanted = new Set()
for (const [file, page] of pages) {
  const text = withLinks(readFileSync(root + file, 'utf8'), file, pages)
  write(page, withGallery(withPictures(text, wanted)))
}
write('adr/index.md', decisionsPage(root))
for (const [name, text] of await requirementPages(new URL('../fixtures/', import.meta.url)))
  write(`requirements/${name}`, text)
cpSync(`${root}docs/pictures`, `${gathered}pictures`, { recursive: true })
for (const [name, picture] of await takePictures(wanted)) write(`pictures/${name}.png`, picture)

const eleventy = fileURLToPath(new URL('node_modules/@11ty/eleventy/cmd.cjs', import.meta.url))
rmSync(new URL('dist/', import.meta.url), { recursive: true, force: true })
const built = spawnSync(process.execPath, [eleventy], {
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  stdio: 'inherit',
})
process.exitCode = built.status ?? 1
