import { expect, test } from 'vitest'
import { catalogue } from '../conformance/specification/catalogue.ts'
import { interpretations } from '../conformance/specification/traceability/interpretations.ts'
import { knownDefects as readDefects } from '../conformance/specification/traceability/known-defects.ts'
import { faults } from '../reference-server/index.ts'

const knownDefects = readDefects()
const ids = new Set<string>(catalogue.requirements.map(({ id }) => id))

test('the list of known defects has no gaps', () => {
  expect(knownDefects.map(({ number }) => number)).toEqual(knownDefects.map((_, index) => index + 1))
  expect(knownDefects.length).toBeGreaterThanOrEqual(56)
})

test.each(
  knownDefects.map((defect) => [`${defect.number}: ${defect.says}`, defect] as const),
)('%s is caught, or excused', (_, { faults: named, requirements, excuse, seenIn }) => {
  expect(seenIn).not.toEqual([])
  if (named.length === 0) expect(excuse ?? '').not.toBe('')
  expect(named.length === 0).toBe(requirements.length === 0)
  expect(requirements.filter((id) => !ids.has(id))).toEqual([])
  expect(named.filter((id) => !faults.has(id))).toEqual([])
})

test('every fault that a defect names breaks a requirement it names, and every such requirement is broken', () => {
  const loose = knownDefects.flatMap(({ number, faults: named, requirements }) => {
    const broken = new Map<string, readonly string[]>(named.map((id) => [id, faults.get(id)?.breaks ?? []]))
    return [
      ...named.filter((id) => !requirements.some((one) => broken.get(id)?.includes(one))),
      ...requirements.filter((one) => ![...broken.values()].some((breaks) => breaks.includes(one))),
    ].map((id) => `${number}: ${id}`)
  })
  expect(loose).toEqual([])
})

test('a defect that is only ever noted says so', () => {
  const level = new Map(catalogue.requirements.map((requirement) => [requirement.id, requirement.level]))
  const silent = knownDefects.filter(
    ({ requirements, excuse }) =>
      requirements.length > 0 && requirements.every((id) => level.get(id) === 'unspecified') && excuse === undefined,
  )
  expect(silent.map(({ number }) => number)).toEqual([])
})

test('interpretations that excuse a defect are explained', () => {
  const cited = knownDefects.flatMap(({ excuse = '' }) => [...excuse.matchAll(/\b[GITCMS]\d{1,2}\b(?=[,)])/g)])
  expect(cited.length).toBeGreaterThan(0)
  expect(cited.map(([id]) => id).filter((id) => !(id in interpretations()))).toEqual([])
})
