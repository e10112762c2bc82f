import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { editionText, frozenDigest } from '../../../scripts/edition-text.ts'
import type { Requirement } from '../../core/model/requirement.ts'
import { levels } from '../../core/model/vocabulary.ts'
import { catalogue } from '../catalogue.ts'
import { defineRequirement, withRequirements } from '../plugins/define-requirement.ts'
import { changesBetween, setOfCatalogue, setOfEdition } from './difference.ts'
import { type Edition, editionNamed, editionNames, editions, frozenIn } from './edition.ts'
import { catalogueIn, inEdition } from './in-edition.ts'

const frozen = JSON.parse(readFileSync(new URL('frozen.json', import.meta.url), 'utf8')) as Record<string, string>

test.each(editions())('the edition $edition is as it was frozen, but for errata', (edition) => {
  expect(frozenDigest(edition), 'a frozen edition was changed; add an erratum instead').toBe(frozen[edition.edition])
})

test('each frozen edition is still there', () => {
  expect(editionNames()).toEqual(Object.keys(frozen))
})

test.each(editions())('this version judges every requirement of the edition $edition', (edition) => {
  const judged = new Map(catalogueIn(edition.edition).requirements.map((one) => [one.id, one]))
  const lost = Object.keys(edition.requirements).filter(
    (id) => frozenIn(edition, id) !== undefined && judged.get(id)?.notInEdition !== undefined,
  )
  expect(lost, 'a requirement was removed or has another interpretation: remove it by an erratum').toEqual([])
})

test.each(editions())('each erratum of the edition $edition loosens a requirement of it', ({
  requirements,
  errata,
}) => {
  for (const { id, level, removed } of errata) {
    const [before] = requirements[id] ?? []
    expect(before, `the erratum for ${id} is about no requirement of the edition`).toBeDefined()
    const isLooser = removed === true || levels.indexOf(level!) > levels.indexOf(before!)
    expect(isLooser, `the erratum for ${id} does not loosen it`).toBe(true)
  }
})

const old: Edition = {
  edition: '2020-01',
  specification: 'sha256:1',
  requirements: { 'usage.a': ['implied'], 'usage.b': ['stated', 'G1'], 'usage.c': ['stated', 'G2'] },
  errata: [],
}
const requirement = (id: string, level: string, interpretation?: string) =>
  ({ id, level, interpretation }) as Requirement
const judgedBy = (edition: Edition, ...requirements: readonly Requirement[]) =>
  inEdition({ ...catalogue, requirements }, edition).requirements.map(({ level, notInEdition }) => [
    level,
    notInEdition,
  ])

test('a level that was raised later counts as the edition froze it', () => {
  expect(judgedBy(old, requirement('usage.a', 'stated'))).toEqual([['implied', undefined]])
})

test('a requirement that was added later, or has another interpretation, is not in the edition', () => {
  expect(judgedBy(old, requirement('usage.new', 'stated'))).toEqual([['unspecified', '2020-01']])
  expect(judgedBy(old, requirement('usage.b', 'stated', 'G9'))).toEqual([['unspecified', '2020-01']])
})

test('a requirement of the user counts in every edition', () => {
  const own = defineRequirement({
    id: 'acme.tag',
    endpoint: 'usage.token',
    statement: 'Every response has x-acme.',
    *check() {},
  })
  const { requirements } = withRequirements(inEdition(catalogue, old), [own])
  expect(requirements.at(-1)).toMatchObject({ id: 'acme.tag', level: 'stated' })
  expect(requirements.at(-1)?.notInEdition).toBeUndefined()
})

test('an erratum never makes a requirement firmer, and removes it or lowers its level', () => {
  const erratum = { id: 'usage.c', reason: 'r', date: '2027-01-01' }
  expect(judgedBy({ ...old, errata: [{ ...erratum, removed: true }] }, requirement('usage.c', 'stated', 'G2'))).toEqual(
    [['unspecified', '2020-01']],
  )
  const anyLevel = fc.constantFrom(...levels)
  fc.assert(
    fc.property(anyLevel, anyLevel, (before, level) => {
      const edition = { ...old, requirements: { 'usage.c': [before] as const }, errata: [{ ...erratum, level }] }
      const firmness = levels.indexOf(frozenIn(edition, 'usage.c')!.level)
      expect(firmness).toBe(Math.max(levels.indexOf(before), levels.indexOf(level)))
    }),
  )
})

test('a new edition has every requirement with its level and interpretation, one a line', () => {
  const text = editionText('2027-06', 'sha256:2', catalogue.requirements)
  const edition = parse(text) as Edition
  expect(edition).toMatchObject({ edition: '2027-06', specification: 'sha256:2', errata: [] })
  expect(setOfEdition(edition)).toEqual(setOfCatalogue(catalogue.requirements))
  expect(text.split('\n')).toHaveLength(catalogue.requirements.length + 7)
})

test('the difference of two editions has what is new, what is gone and what has another level', () => {
  const newer: Edition = {
    ...old,
    requirements: { 'usage.a': ['stated'], 'usage.b': ['stated', 'G1'], 'usage.d': ['stated'] },
  }
  const changes = changesBetween(setOfEdition(old), setOfEdition(newer))
  expect(changes.map(({ id, before, after }) => [id, before?.level, after?.level])).toEqual([
    ['usage.a', 'implied', 'stated'],
    ['usage.d', undefined, 'stated'],
    ['usage.c', 'stated', undefined],
  ])
})

test('an unknown edition is rejected with the known ones', () => {
  expect(() => editionNamed('2026-21', 'mgi.config.yaml:2:1')).toThrow(
    `mgi.config.yaml:2:1: there is no edition "2026-21" (did you mean "2026-12"?); this version knows 2026-12`,
  )
})
