/** The Eleventy configuration. All pages of `.pages` have one layout, and their texts are indexed for the search. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import anchor from 'markdown-it-anchor'
import { groupsOf } from './groups.js'
import { highlighted } from './highlighted.js'
import { layout } from './layout.js'
import { searchEntries } from './search-entries.js'

/** Returns an anchor like GitHub's, so that links work both in the repository and on the site. */
function slugify(title) {
  return title
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

export default function configure(eleventy) {
  const entries = []
  const groups = groupsOf(gatheredPages())
  const project = projectOf(JSON.parse(readFileSync('../package.json', 'utf8')))
  eleventy.setQuietMode(true)
  // Git ignores the gathered pages, but they must be built.
  eleventy.setUseGitIgnore(false)
  eleventy.amendLibrary('md', (markdown) => {
    markdown.use(anchor, { slugify, permalink: anchor.permalink.headerLink() })
    markdown.set({ highlight: highlighted })
  })
  eleventy.addGlobalData(
    'eleventyComputed.permalink',
    () =>
      ({ page }) =>
        `${page.filePathStem}.html`,
  )
  eleventy.addPassthroughCopy({ '.pages/pictures': 'pictures', '.gallery': 'gallery', assets: 'assets' })
  eleventy.addPassthroughCopy({ 'node_modules/minisearch/dist/umd/index.js': 'assets/minisearch.js' })
  eleventy.addTransform('page', function asPage(content) {
    const path = relative('dist', this.page.outputPath)
    entries.push(...searchEntries(content, path))
    return layout(content, path, { groups, project })
  })
  // The index is a script instead of JSON, because a page that is opened from disk may not fetch files.
  eleventy.on('eleventy.after', ({ directories }) =>
    writeFileSync(`${directories.output}assets/search-index.js`, `var searchEntries = ${JSON.stringify(entries)}\n`),
  )
  return {
    dir: { input: '.pages', output: 'dist' },
    templateFormats: ['md'],
    markdownTemplateEngine: false,
  }
}

/** Returns the data of the header: the version, and the repository if `package.json` has one. */
function projectOf({ version, repository }) {
  const address = typeof repository === 'string' ? repository : repository?.url
  const url = address?.replace(/^git\+/, '').replace(/\.git$/, '')
  return { version, repository: url?.startsWith('https://') ? url : undefined }
}

/** Returns the paths that the gathered pages will have. */
function gatheredPages() {
  const names = readdirSync('.pages', { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.md')).map((name) => name.replace(/\.md$/, '.html'))
}
