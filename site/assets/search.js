/** The search. It loads its index on first use, and shows the best hits below the field. */
const root = document.currentScript.dataset.root
const field = document.querySelector('#query')
const hits = document.querySelector('#hits')
const most = 12
let index

function load(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${root}assets/${name}`
    script.onload = resolve
    script.onerror = reject
    document.head.append(script)
  })
}

async function makeIndex() {
  await Promise.all([load('minisearch.js'), load('search-index.js')])
  const made = new MiniSearch({
    // Ignores terms without letters or digits, such as the > of a command.
    processTerm: (term) => (/[\p{L}\p{N}]/u.test(term) ? term.toLowerCase() : null),
    fields: ['title', 'text', 'code'],
    storeFields: ['page', 'title', 'text'],
    searchOptions: { boost: { title: 3, code: 0.5 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  })
  made.addAll(searchEntries)
  return made
}

function hit({ id, page, title, text }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = root + id
  link.textContent = page === title ? title : `${page}: ${title}`
  const words = document.createElement('span')
  words.textContent = text.slice(0, 140)
  item.append(link, words)
  return item
}

/** Words of readers, and the words of these pages for the same things. */
const synonyms = [
  [/\b(exit|return|status) codes?\b/, 'exit status'],
  [/\b(prices?|pricing|billing|money|budget)\b/, 'cost'],
  [/\b(docker|podman|oci|dockerfile)\b/, 'image container'],
  [/\b(getting started|quick ?start|tutorial|beginning)\b/, 'first run'],
  [/\b(github actions?|gitlab|jenkins|workflow)\b/, 'pipeline'],
  [/\b(auth|token|password|secret)\b/, 'key'],
  [/\bflak(y|iness|es)\b/, 'intermittent'],
  [/\b(windows|wsl|macos|linux)\b/, 'operating systems'],
]

/** Words of questions, which say nothing about a subject: does streaming tool use work? */
const empty = new Set(
  'a an and are can do does for from how i if in is it my of on or our the there this to we what when which why with work works you'.split(
    ' ',
  ),
)

/** Returns the words of a question that name its subject, or all if there are no others. */
function subjectOf(words) {
  const named = words.split(/\s+/).filter((word) => !empty.has(word.toLowerCase().replace(/[?!.,]+$/, '')))
  return named.length === 0 ? words : named.join(' ')
}

function allOf(words) {
  return { combineWith: 'AND', queries: [words] }
}

/**
 * Returns the hits with all words, in the reader's words or in those of these pages. If there are none, returns hits
 * with some of the words.
 */
function hitsFor(question, made) {
  const words = subjectOf(question)
  const ours = synonyms.reduce((text, [theirs, own]) => text.replace(theirs, own), words.toLowerCase())
  const isTheirs = ours !== words.toLowerCase()
  const all = isTheirs ? made.search({ combineWith: 'OR', queries: [allOf(ours), allOf(words)] }) : made.search(words)
  return all.length > 0 ? all : made.search(words, { combineWith: 'OR' })
}

async function search() {
  index ??= makeIndex()
  const made = await index
  const found = field.value.trim() === '' ? [] : hitsFor(field.value, made).slice(0, most)
  hits.replaceChildren(...found.map(hit))
  if (found.length === 0 && field.value.trim() !== '') hits.textContent = 'Nothing found.'
}

field.addEventListener('input', search)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') hits.replaceChildren()
  if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    event.preventDefault()
    field.focus()
  }
})
