import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Names of ids and of human-readable texts. Their facts have separate members, so no code parses these texts. */
const names = ['id', 'exchange', 'caseId', 'requirementId', 'purpose', 'reason', 'limit', 'message']

const methods = [
  ...['startsWith', 'endsWith', 'includes', 'indexOf', 'lastIndexOf', 'search', 'match', 'matchAll'],
  ...['split', 'replace', 'replaceAll', 'slice', 'substring'],
]

const called = new RegExp(`\\b(${names.join('|')})[!?]*\\.(${methods.join('|')})\\(`)
const matched = new RegExp(`\\.(exec|test)\\([^()]*\\b(${names.join('|')})\\b[^()]*\\)`)

/** Files that parse such a text: the number of lines that do, and the reason. */
const allowed: Readonly<Record<string, readonly [lines: number, why: string]>> = {
  'conformance/specification/areas/messages/message-view.ts': [1, 'a stop reason is a word of the target'],
  'conformance/specification/areas/unique-ids.ts': [1, 'shortens an id that the target made'],
  'conformance/core/text/document.ts': [2, 'messages of the YAML parser'],
  'conformance/engine/record/cassette/yaml.ts': [2, 'messages of the YAML parser'],
  'conformance/engine/record/evidence/masks.ts': [1, 'a message of the RE2 library'],
  'conformance/specification/plugins/load-plugins.ts': [1, 'a message of Node.js'],
  'conformance/specification/plugins/define-requirement.ts': [
    3,
    "checks the form of a user's requirement id, and takes its area from it",
  ],
  'conformance/core/text/glob.ts': [1, 'makes a glob from the area of a requirement id'],
  'reports/documentation.ts': [1, 'the page of a requirement is named after its area'],
  'reports/html/anchor.ts': [1, 'encodes an id for a URL'],
  'conformance/engine/judge/summary/causes/facts-in-words.ts': [1, 'shortens a message'],
  'conformance/product/bundle/verify.ts': [1, 'shortens a message'],
  'conformance/product/cli/verify/command.ts': [1, 'leaves the temporary folder out of a message'],
  'conformance/product/bundle/judge-again.ts': [
    1,
    'findings of results.json say only in words that a label hides something',
  ],
  'reports/terminal/terminal.ts': [1, 'results.json promises how the reason of a skip begins'],
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sources(path)
    else if (path.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(path)) yield path
  }
}

/** Returns the lines of a source that parse an id or a human-readable text. */
function offendingLines(source: string): readonly string[] {
  return source.split('\n').filter((line) => called.test(line) || matched.test(line))
}

test.each([
  "const first = id.replace(/~\\d+$/, '')",
  "if (planned.purpose.startsWith('breaks '))",
  'const parts = finding.exchange!.split("/")',
  'return /^breaks \\S/.test(purpose)',
])('the search finds: %s', (line) => {
  expect(offendingLines(line)).toHaveLength(1)
})

test.each(['ids.slice(0, 3)', "text.split('\\n')", 'known.test(trouble)'])('and passes over: %s', (line) => {
  expect(offendingLines(line)).toEqual([])
})

test('no code takes an id, a purpose, a reason, a limit or a message of ours apart', () => {
  const found = [...sources('conformance'), ...sources('reports')].flatMap((path) => {
    const lines = offendingLines(readFileSync(join(root, path), 'utf8'))
    return lines.length === 0 ? [] : [[path, lines] as const]
  })
  const surplus = found.filter(([path, lines]) => lines.length > (allowed[path]?.[0] ?? 0))
  expect(Object.fromEntries(surplus)).toEqual({})
  const counts = Object.fromEntries(found.map(([path, lines]) => [path, lines.length]))
  expect(counts, 'what no longer needs an exception loses it').toEqual(
    Object.fromEntries(Object.entries(allowed).map(([path, [lines]]) => [path, lines])),
  )
})
