import { expect, test } from 'vitest'
import { featuresOf, pairsOf } from '../explore/features.ts'
import { drawables, drawnValues } from '../generate/drawn.fixture.ts'
import { documentLanguage } from '../plan/schema/language.ts'
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

test.each(drawables)('$id: no request that is drawn shows a pair that is not listed', (drawable) => {
  const { request: schema } = drawable.subject.operation.schemas
  if (drawable.arbitraries === undefined || schema === undefined) return expect(possiblePairs(drawable.id)).toEqual([])
  const possible = new Set(possiblePairs(drawable.id))
  const shown = drawnValues(drawable, 3, 12).flatMap((value) => pairsOf(featuresOf(documentLanguage, schema, value)))
  expect([...new Set(shown)].filter((pair) => !possible.has(pair))).toEqual([])
})
