import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commands } from '../conformance/cli/commands.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

/** What stands between backticks or in a shell block, one command a line. */
const snippets = [
  ...[...readme.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? ''),
  ...[...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => (block ?? '').trim().split('\n')),
]

/** The commands that the README shows, each with the options it gives; options alone are those of `mgi run`. */
const shown = snippets.flatMap((snippet) => {
  const called = /^npx mgi ([a-z]+)/.exec(snippet)
  const options = [...snippet.matchAll(/(?<=^|\s)--([a-z][a-z-]*)/g)].map(([, option]) => option ?? '')
  if (called !== null) return [{ snippet, name: called[1] ?? '', options }]
  return /^--[a-z]/.test(snippet) ? [{ snippet, name: 'run', options }] : []
})

test('the README shows most of what mgi can do', () => {
  const names = new Set(shown.map(({ name }) => name))
  expect(commands.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([])
})

test.each(shown)('$snippet is a command with just such options', async ({ name, options }) => {
  const entry = commands.find((one) => one.name === name)
  const known = Object.keys((await entry?.load())?.options ?? {})
  expect(entry, name).toBeDefined()
  expect(options.filter((option) => !known.includes(option) && option !== 'help')).toEqual([])
})

test('every script that the README names is there', () => {
  const named = snippets.flatMap((snippet) => [...snippet.matchAll(/npm run (?:--silent )?([a-z:]+)/g)])
  expect(named.length).toBeGreaterThan(5)
  expect(named.map(([, name]) => name ?? '').filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})
