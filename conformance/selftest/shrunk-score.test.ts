import { expect, test } from 'vitest'
import type { Counterexample } from './shrunk/counterexamples.ts'
import { isSmallEnough, shrunkInWords, shrunkScoreOf } from './shrunk-score.ts'
import type { Trial } from './trial.ts'

function counterexample(requests: number, needless: readonly string[] = []): Counterexample {
  return { result: 'a@b', exchange: 'shrink/a/01', requests, needless, request: {} }
}

function trial(shrunk: readonly Counterexample[]): Trial {
  const what = {
    kind: 'trigger',
    id: 'trigger:2:1',
    areas: [],
    profile: 'standard',
    seed: 2,
    requests: 1,
  } as const
  return { ...what, finish: 'exact', expected: ['a@b'], missing: [], surplus: [], shrunk }
}

test('without counterexamples there is no score', () => {
  expect(shrunkScoreOf([trial([])])).toBeUndefined()
})

test('nine of ten that hold nothing needless are enough', () => {
  const minimal = Array.from({ length: 9 }, () => counterexample(5))
  const one = counterexample(5, ['/body/a away'])
  expect(isSmallEnough(shrunkScoreOf([trial([...minimal, one])])!)).toBe(true)
  expect(isSmallEnough(shrunkScoreOf([trial([...minimal, one, one])])!)).toBe(false)
})

test('half of them may take forty requests at most', () => {
  const [cheap, dear] = [counterexample(40), counterexample(60)]
  expect(isSmallEnough(shrunkScoreOf([trial([cheap, dear])])!)).toBe(true)
  expect(isSmallEnough(shrunkScoreOf([trial([cheap, dear, dear])])!)).toBe(false)
})

test('what is needless is named, three features of each', () => {
  const needless = ['/body/a away', '/body/b away', '/body/c away', '/body/d away']
  const score = shrunkScoreOf([trial([counterexample(3), counterexample(7, needless)])])!
  expect(shrunkInWords(score)).toBe(
    [
      'smallest      1 of 2 counterexamples hold nothing that the fault does not need',
      '              requests spent on shrinking one: median 3, 7 at most',
      '              fails without it too: trigger:2:1 with seed 2: /body/a away, /body/b away, /body/c away and 1 more (shrink/a/01)',
      '',
    ].join('\n'),
  )
})
