import { expect, test } from 'vitest'
import { catalogueOf } from '../catalogue.ts'
import { inexact, scoreOf, verdictOn } from './score.ts'
import type { Finish, Trial } from './trial.ts'

const requirements = catalogueOf(['token-usage']).requirements.slice(0, 3)
const [first, second, third] = requirements.map(({ id }) => id)

function trial(id: string, finish: Finish, more: Partial<Trial> = {}): Trial {
  const task = { kind: 'fault', id, areas: ['token-usage'], profile: 'standard', seed: 1 } as const
  return { ...task, finish, requests: 5, expected: [first ?? ''], missing: [], surplus: [], ...more }
}

const sometimes = (finishes: readonly Finish[]): readonly Trial[] =>
  finishes.map((finish, at) => trial('one', finish, { seed: at + 1, every: 5 }))

function times(count: number, finish: Finish): readonly Finish[] {
  return Array.from({ length: count }, () => finish)
}

test('what only faults break that are caught exactly counts as killed', () => {
  const trials = [trial('one', 'exact'), trial('two', 'accused', { expected: [second ?? ''] })]
  expect(scoreOf(trials, requirements)).toEqual({
    faults: { tested: 2, exact: 1, unprovoked: [] },
    requirements: { total: 3, killed: 1, unkilled: [second, third] },
    variants: { tested: 0, unaccused: 0, unprovoked: [] },
  })
})

test('a fault that always shows is caught exactly in every run or not at all', () => {
  const trials = [trial('one', 'exact'), trial('one', 'missed', { seed: 2 })]
  expect(scoreOf(trials, requirements).faults).toEqual({ tested: 1, exact: 0, unprovoked: [] })
})

test.each([
  [times(10, 'exact'), 'exact'],
  [[...times(9, 'exact'), 'missed'], 'exact'],
  [[...times(8, 'exact'), ...times(2, 'missed')], 'inexact'],
  [[...times(9, 'exact'), 'accused'], 'inexact'],
  [[...times(9, 'exact'), ...times(5, 'unprovoked')], 'exact'],
  [times(3, 'unprovoked'), 'inconclusive'],
  [[...times(9, 'exact'), 'broken-down'], 'inconclusive'],
] as const)('a fault that shows now and then and ends as %j is %s', (finishes, verdict) => {
  expect(verdictOn(sometimes(finishes))).toBe(verdict)
})

test('nothing tested is never exact', () => {
  expect(verdictOn([])).toBe('inconclusive')
  expect(scoreOf([], requirements).requirements).toMatchObject({ killed: 0, total: 3 })
})

test('a wrong verdict outranks one that was not reached', () => {
  expect(verdictOn([trial('one', 'broken-down'), trial('two', 'missed')])).toBe('inexact')
  expect(verdictOn([trial('one', 'broken-down'), trial('two', 'exact')])).toBe('inconclusive')
})

test('a variant is accused or not, and one that had nothing to show is not counted', () => {
  const variant = (id: string, finish: Finish) => trial(id, finish, { kind: 'variant', expected: [] })
  const trials = [variant('a', 'exact'), variant('b', 'accused'), variant('c', 'unprovoked')]
  expect(scoreOf(trials, requirements).variants).toEqual({ tested: 2, unaccused: 1, unprovoked: ['c'] })
  expect(inexact(trials).map(([{ id }]) => id)).toEqual(['b'])
})
