import { expect, test } from 'vitest'
import { catalogueOf } from '../../specification/catalogue.ts'
import { inexact, isDetectedEnough, scoreOf, togetherScoreOf, triggerScoreOf, verdictOn } from './score.ts'
import { triggerTrial } from './trial.fixture.ts'
import type { Finish, Trial } from './trial.ts'

const requirements = catalogueOf(['token-usage']).requirements.slice(0, 3)
const [first, second, third] = requirements.map(({ id }) => id)
const onToken = (id = ''): string => `${id}@usage.token`

function trial(id: string, finish: Finish, more: Partial<Trial> = {}): Trial {
  const task = { kind: 'fault', id, areas: ['token-usage'], profile: 'standard', seed: 1 } as const
  return { ...task, finish, requests: 5, expected: [onToken(first)], missing: [], surplus: [], ...more }
}

const runs = (finishes: readonly Finish[]): readonly Trial[] =>
  finishes.map((finish, at) => trial('one', finish, { seed: at + 1 }))

function times(count: number, finish: Finish): readonly Finish[] {
  return Array.from({ length: count }, () => finish)
}

test('a requirement is killed only if all its faults are exact', () => {
  const trials = [trial('one', 'exact'), trial('two', 'accused', { expected: [onToken(second)] })]
  expect(scoreOf(trials, requirements)).toEqual({
    faults: { tested: 2, exact: 1, unprovoked: [] },
    requirements: { total: 3, killed: 1, unkilled: [second, third] },
    results: { total: 3, killed: 1, unkilled: [onToken(second), onToken(third)] },
    variants: { tested: 0, unaccused: 0, unprovoked: [] },
  })
})

test('a fault is exact only if it is exact with every seed', () => {
  const trials = [trial('one', 'exact'), trial('one', 'missed', { seed: 2 })]
  expect(scoreOf(trials, requirements).faults).toEqual({ tested: 1, exact: 0, unprovoked: [] })
})

test.each([
  [times(10, 'exact'), 'exact'],
  [[...times(9, 'exact'), 'missed'], 'inexact'],
  [[...times(9, 'exact'), 'accused'], 'inexact'],
  [[...times(9, 'exact'), ...times(5, 'unprovoked')], 'exact'],
  [times(3, 'unprovoked'), 'inconclusive'],
  [[...times(9, 'exact'), 'broken-down'], 'inconclusive'],
] as const)('runs of a fault that end as %j are %s', (finishes, verdict) => {
  expect(verdictOn(runs(finishes))).toBe(verdict)
})

test('a selftest without trials is inconclusive', () => {
  expect(verdictOn([])).toBe('inconclusive')
  expect(scoreOf([], requirements).requirements).toMatchObject({ killed: 0, total: 3 })
})

test('a fault with unexplained undecided results is not exact', () => {
  expect(verdictOn([trial('one', 'exact'), trial('two', 'undecided')])).toBe('inexact')
  expect(scoreOf([trial('two', 'undecided')], requirements).faults).toMatchObject({ tested: 1, exact: 0 })
})

test('a missed fault outranks a trial that broke down', () => {
  expect(verdictOn([trial('one', 'broken-down'), trial('two', 'missed')])).toBe('inexact')
  expect(verdictOn([trial('one', 'broken-down'), trial('two', 'exact')])).toBe('inconclusive')
})

test('variants are counted as unaccused or not, and unprovoked ones are left out', () => {
  const variant = (id: string, finish: Finish) => trial(id, finish, { kind: 'variant', expected: [] })
  const trials = [variant('a', 'exact'), variant('b', 'accused'), variant('c', 'unprovoked')]
  expect(scoreOf(trials, requirements).variants).toEqual({ tested: 2, unaccused: 1, unprovoked: ['c'] })
  expect(inexact(trials).map(([{ id }]) => id)).toEqual(['b'])
})

test('a fault limited to two operations counts as two faults', () => {
  const trials = [trial('one', 'exact', { on: 'messages.create' }), trial('one', 'missed', { on: 'messages.stream' })]
  expect(scoreOf(trials, requirements).faults).toEqual({ tested: 2, exact: 1, unprovoked: [] })
})

test.each([
  [99, 'exact'],
  [98, 'inexact'],
] as const)('a selftest with %d of 100 combined faults detected is %s', (found, verdict) => {
  const lost = Array.from({ length: 100 - found }, () => ({ fault: 'one', hiddenBy: [], said: [] }))
  const faults = Array.from({ length: 104 }, (_, at) => `fault ${at}`)
  const round = trial('images-1', 'missed', { kind: 'together', faults, covered: faults.slice(0, 4), undetected: lost })
  expect(verdictOn([round])).toBe(verdict)
  expect(togetherScoreOf([round])).toEqual({ rounds: 1, shown: 100, detected: found, covered: 4 })
})

const detected = Array.from({ length: 17 }, (_, index) => triggerTrial(index + 1, 'exact', 2))

test('there is no trigger score without trigger trials', () => {
  const { trigger: _, ...other } = triggerTrial(1, 'exact', 1)
  expect(triggerScoreOf([other])).toBeUndefined()
})

test('a detection rate of 85 % is enough if no other operation fails', () => {
  const rest = [triggerTrial(18, 'missed', 1), triggerTrial(19, 'unprovoked', 0), triggerTrial(20, 'unprovoked', 0)]
  expect(isDetectedEnough(triggerScoreOf([...detected, ...rest])!)).toBe(true)
  expect(isDetectedEnough(triggerScoreOf([...detected, ...rest, triggerTrial(21, 'missed', 1)])!)).toBe(false)
  expect(isDetectedEnough(triggerScoreOf([...detected, triggerTrial(18, 'accused', 1)])!)).toBe(false)
})
