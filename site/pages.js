/** Finds the files that become pages of the site, and converts links between files to links between pages. */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

const { basename, dirname, join, normalize, relative } = posix

/** Files outside of docs/ that become pages. */
const others = {
  'README.md': 'index.md',
  'SECURITY.md': 'reporting-vulnerabilities.md',
  'CHANGELOG.md': 'changelog.md',
  'ARCHITECTURE.md': 'architecture.md',
  'CONTRIBUTING.md': 'contributing.md',
  'schemas/README.md': 'schemas.md',
  'fixtures/corpus/README.md': 'corpus.md',
}

/** Returns the page of each file of the repository, by path. A page is a Markdown file that becomes HTML. */
export function pagesOf(root) {
  const docs = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  return new Map([...docs.map((name) => [`docs/${name}`, name]), ...Object.entries(others)])
}

/** Renders a list of all decisions by title. */
export function decisionsPage(root) {
  const items = readdirSync(`${root}docs/adr`).map((name) => {
    const [title] = readFileSync(`${root}docs/adr/${name}`, 'utf8').split('\n')
    return `- [${title.replace(/^# /, '').replace('.', '\\.')}](./${name.replace(/\.md$/, '.html')})`
  })
  return `# Decisions\n\n${items.join('\n')}\n`
}

/** Converts the links of a file to links between pages. Throws if a link leads to a file that is not a page. */
export function withLinks(text, file, pages) {
  return outsideCode(text, (prose) =>
    prose.replaceAll(/(\]\()([^()\s]+)(\))/g, (whole, before, target, after) =>
      /^[a-z]+:|^#/i.test(target) ? whole : `${before}${linkFrom(file, target, pages)}${after}`,
    ),
  )
}

/** Applies a change to a Markdown text, except to its code. */
function outsideCode(text, change) {
  return text
    .split(/(^(`{3,})[\s\S]*?^\2$|`[^`\n]+`)/m)
    .filter((part) => part === undefined || !/^`{3,}$/.test(part))
    .map((part = '') => (part.startsWith('`') ? part : change(part)))
    .join('')
}

function linkFrom(file, target, pages) {
  const [path, fragment] = target.split('#')
  const meant = normalize(join(dirname(file), path)).replace(/\/$/, '')
  if (meant.startsWith('docs/pictures/'))
    return `${relative(dirname(pages.get(file)), 'pictures')}/${basename(meant)}`.replace(/^(?!\.)/, './')
  const page = meant === 'REQUIREMENTS.md' ? requirementPage(fragment) : pages.get(meant)
  if (page === undefined) throw new Error(`${file} links to ${target}, which is no page of the site`)
  const link = relative(dirname(pages.get(file)), page).replace(/\.md$/, '.html')
  const place = fragment === undefined || meant === 'REQUIREMENTS.md' ? '' : `#${fragment}`
  return `${link.startsWith('.') ? '' : './'}${link}${place}`
}

/** Returns the page for REQUIREMENTS.md#ID. */
function requirementPage(id) {
  return `requirements/${id ?? 'index'}.md`
}
