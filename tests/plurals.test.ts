import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

/** The folders whose messages users read: findings, commands and reports. */
const folders = [
  'conformance/core',
  'conformance/engine/judge',
  'conformance/product',
  'conformance/specification',
  'reports',
]

const counts = '\\b(?:length|size|count|actual|bytes|total|all|more|left|cases|findings|replies)\\b'
const nouns =
  'images|tokens|entries|events|bytes|items|candidates|characters|blocks|requests|results|files|cases|comparisons|lines|times|violated|forwarded'

/**
 * Finds a count with a plural, as in `${length} tokens`, unless it is one of several (`3 of ${length} tokens`). A line that
 * tests for 1 chooses its words itself.
 */
const handWritten = new RegExp(
  `(?<!of )(?<!more than |longer than )\\$\\{[^}]*${counts}(?: - \\w+)?\\} (?:more )?(?:${nouns})\\b`,
)

test('the search finds a hand-written plural', () => {
  expect(handWritten.test('`step has ${length} tokens`')).toBe(true)
  expect(handWritten.test('`${findings} violated requirements`')).toBe(true)
  expect(handWritten.test('`… ${left} more lines`')).toBe(true)
  expect(handWritten.test('`${shown} of ${length} tokens`')).toBe(false)
})

test('no message has a hand-written plural', () => {
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test|\.fixture|\.d)\.ts$/.test(file))
      .map((file) => `${folder}/${file}`),
  )
  const found = sources.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => handWritten.test(line) && !line.includes('=== 1 ?'))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(sources.length).toBeGreaterThan(0)
  expect(found).toEqual([])
})
