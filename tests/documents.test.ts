import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isEnoughTested, isTooMuchExcused } from '../conformance/core/model/run-verdict.ts'
import { profiles } from '../conformance/core/model/vocabulary.ts'
import { efforts } from '../conformance/engine/generate/plan-options.ts'
import { ceilings } from '../conformance/engine/plan/budget.ts'
import { commands } from '../conformance/product/cli/commands.ts'
import { mostFetched } from '../conformance/specification/areas/images/image-fetches.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> }

/** Files and folders that the build creates. */
const madeByTheBuild = [
  'build',
  'dist',
  'schemas/compiled',
  'schemas/flat',
  'conformance/specification/traceability/compiled',
  'sentence-ids.ts',
]
const folders = [
  'conformance',
  'deploy',
  'docs',
  'fixtures',
  'reference-server',
  'reports',
  'schemas',
  'scripts',
  'tests',
]
const files = folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
const fileNames = new Set([...files.map((file) => basename(file)), ...readdirSync(root)])

/**
 * Documents that are read by people and not generated. Decisions (docs/adr) and the changelog may name files that no
 * longer exist.
 */
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'schemas/README.md', 'reports/README.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && !['configuration.md', 'known-defects.md'].includes(name))
    .map((name) => `docs/${name}`),
  ...['fixtures/corpus/README.md', 'fixtures/har/README.md', 'fixtures/images/README.md'],
  ...['tests/certificates/README.md', 'tests/strangers/README.md'],
]

/** Returns the code in backticks and the lines of shell blocks. */
function snippetsOf(text: string): readonly string[] {
  return [
    ...[...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => (block ?? '').trim().split('\n')),
    ...[...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? ''),
  ]
}

/** Returns the commands of a text with their options. Options without a command are those of `mgi run`. */
function commandsIn(text: string) {
  return snippetsOf(text).flatMap((snippet) => {
    const called = /^(?:npx )?mgi ([a-z]+)/.exec(snippet)
    const options = [...snippet.matchAll(/(?<=^|\s)--([a-z][a-z-]*)/g)].map(([, option]) => option ?? '')
    return called === null ? [] : [{ snippet, name: called[1] ?? '', options }]
  })
}

test('the README shows most of what mgi can do', () => {
  const names = new Set(commandsIn(textOf('README.md')).map(({ name }) => name))
  expect(commands.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([])
})

test('options that the README names alone are those of mgi run', async () => {
  const alone = snippetsOf(textOf('README.md')).filter((snippet) => /^--[a-z]/.test(snippet))
  const named = alone.flatMap((snippet) => [...snippet.matchAll(/--([a-z][a-z-]*)/g)].map(([, option]) => option ?? ''))
  expect(named.length).toBeGreaterThan(5)
  const known = await optionsOf('run')
  expect(named.filter((option) => !known.includes(option) && option !== 'help')).toEqual([])
})

test('the page on what a run sends states the limits of each profile', () => {
  const page = textOf('docs/what-a-run-sends.md')
  for (const profile of profiles) {
    const { requests, drawn, violations } = efforts[profile]
    const { calls, images } = ceilings[profile]
    const row = page.split('\n').find((line) => line.startsWith(`| \`${profile}\` `))
    const figures = [...(row?.replaceAll(',', '').matchAll(/\d+/g) ?? [])].map(Number)
    expect(figures, profile).toEqual([requests, drawn, violations, calls, images])
  }
  expect(page).toContain(`Up to ${2 * mostFetched} downloads of images come on top: ${mostFetched} images, each twice.`)
  expect(page).toContain(`At most ${mostFetched} images are fetched`)
})

test('every page that explains "no new failure" states both reasons for it', () => {
  const percents = Array.from({ length: 101 }, (_, percent) => percent)
  const least = percents.find((tested) => isEnoughTested({ tested, selected: 100 }))
  const most = percents.findLast((known) => !isTooMuchExcused(known, { tested: 100, selected: 100 }))
  const rule = `the run tested fewer than ${least} % of the mandatory requirements that it selected, or none, or more than ${most} % of them are known to fail`
  for (const page of ['README.md', 'docs/ci.md', 'docs/glossary.md', 'docs/results.md', 'docs/reading-a-report.md'])
    expect(textOf(page).replaceAll(/\s+/g, ' '), page).toContain(rule)
})

describe.each(documents)('%s', (name) => {
  const text = textOf(name)

  test('names commands that exist, with options that they have', async () => {
    for (const { snippet, name: called, options } of commandsIn(text)) {
      const known = await optionsOf(called)
      expect(
        options.filter((option) => !known.includes(option) && option !== 'help'),
        snippet,
      ).toEqual([])
    }
  })

  test('names scripts that exist', () => {
    const named = snippetsOf(text).flatMap((snippet) => [...snippet.matchAll(/npm run (?:--silent )?([a-z:-]+)/g)])
    expect(named.map(([, script]) => script ?? '').filter((script) => !Object.hasOwn(scripts, script))).toEqual([])
  })

  test('names files that exist', () => {
    const named = snippetsOf(text).filter((snippet) => /^[\w.-]+(\/[\w.-]+)*(\/|\.(ts|js))$/.test(snippet))
    expect(named.filter((path) => !exists(path, dirname(name)))).toEqual([])
  })
})

/**
 * Returns whether a path exists, from the root or from the folder of the document. A bare name may be that of any file.
 */
function exists(path: string, folder: string): boolean {
  const plain = path.replace(/\/$/, '')
  if (madeByTheBuild.includes(plain)) return true
  if (!plain.includes('/')) return fileNames.has(plain)
  return existsSync(join(root, plain)) || existsSync(join(root, folder, plain))
}

async function optionsOf(name: string): Promise<readonly string[]> {
  const entry = commands.find((one) => one.name === name)
  expect(entry, `mgi ${name}`).toBeDefined()
  return Object.keys((await entry?.load())?.options ?? {})
}

function textOf(name: string): string {
  return readFileSync(join(root, name), 'utf8')
}
