import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { validRequests } from '../explore/draw.ts'
import { featuresOf, pairsOf } from '../explore/features.ts'
import { documentLanguage } from '../plan/schema/language.ts'
import { subjectOf } from '../plan/subject.ts'
import { combinationCoverage, combinationsOf, possiblePairs } from './pairs.ts'

test('features that stood together in no request may not stand together', () => {
  const combinations = combinationsOf([new Set(['a', 'b']), new Set(['b', 'c'])])
  expect(combinations).toEqual({ a: ['c'], b: [], c: [] })
})

test('what is covered is counted among the pairs that are possible, and the rest is listed', () => {
  const all = possiblePairs('images.variation')
  expect(all).toContain('n + size')
  const some = combinationCoverage('images.variation', new Set([...all.slice(1), 'not + possible']))
  expect(some).toEqual({ pairs: all.length, covered: all.length - 1, left: [all[0]] })
  expect(combinationCoverage('usage.token', new Set())).toBeUndefined()
})

test.each(
  catalogue.operations.map(({ id }) => id),
)('%s: no request that is drawn shows a pair that is not listed', (id) => {
  const [operation] = catalogue.operations.filter((one) => one.id === id)
  const subject = operation && subjectOf(documentLanguage, operation, catalogue, new Set())
  const arbitrary = subject && validRequests(subject)
  const { request: schema } = operation?.schemas ?? {}
  if (arbitrary === undefined || schema === undefined) return expect(possiblePairs(id)).toEqual([])
  const possible = new Set(possiblePairs(id))
  const shown = fc
    .sample(arbitrary, { seed: 3, numRuns: 12 })
    .flatMap((value) => pairsOf(featuresOf(documentLanguage, schema, value)))
  expect([...new Set(shown)].filter((pair) => !possible.has(pair))).toEqual([])
})
