import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const areas = fileURLToPath(new URL('../conformance/specification/areas/', import.meta.url))

/** Finds a count with a plural, as in `${length} tokens`, unless it is one of several (`3 of ${length} tokens`). */
const handWritten =
  /(?<!of )(?<!more than |longer than )\$\{[^}]*\b(?:length|size|count|actual|bytes|total)\b\} (?:images|tokens|entries|events|bytes|items|candidates|characters|blocks)\b/

test('the search finds a hand-written plural', () => {
  expect(handWritten.test('`step has ${length} tokens`')).toBe(true)
  expect(handWritten.test('`${shown} of ${length} tokens`')).toBe(false)
})

test('no finding of a requirement has a hand-written plural', () => {
  const sources = readdirSync(areas, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /requirements[\\/].*(?<!\.test|\.fixture)\.ts$/.test(file),
  )
  const found = [...sources, 'transport.ts'].flatMap((file) =>
    readFileSync(join(areas, file), 'utf8')
      .split('\n')
      .filter((line) => handWritten.test(line)),
  )
  expect(sources.length).toBeGreaterThan(0)
  expect(found).toEqual([])
})
