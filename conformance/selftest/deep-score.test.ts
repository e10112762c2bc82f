import { expect, test } from 'vitest'
import { deepInWords, deepScoreOf, isEnough } from './deep-score.ts'
import type { Trial } from './trial.ts'

function trial(id: string, seed: number, finish: Trial['finish'], isDeep = true): Trial {
  const missing = finish === 'missed' ? ['a@b'] : []
  const what = { kind: 'fault', id, areas: [], profile: 'standard', seed, requests: 1 } as const
  return { ...what, finish, expected: ['a@b'], missing, surplus: [], ...(isDeep ? { isDeep } : {}) }
}

const ids = Array.from({ length: 20 }, (_, at) => `deep:${at}`)
const ofSeed = (seed: number, missed: readonly number[]): readonly Trial[] =>
  ids.map((id, at) => trial(id, seed, missed.includes(at) ? 'missed' : 'exact'))

test('no deep trial, no score', () => {
  expect(deepScoreOf([trial('x', 1, 'exact', false)])).toBeUndefined()
})

test('85 of 100 with one seed are enough', () => {
  expect([isEnough(deepScoreOf(ofSeed(1, [0, 1, 2]))!), isEnough(deepScoreOf(ofSeed(1, [0, 1, 2, 3]))!)]).toEqual([
    true,
    false,
  ])
})

test('with several seeds 95 of 100 must be detected by some of them', () => {
  const score = deepScoreOf([...ofSeed(1, [0, 1, 2]), ...ofSeed(2, [0, 3, 4])])!
  expect([score.tested, score.detected, score.missed, isEnough(score)]).toEqual([20, 19, ['deep:0'], true])
  expect(isEnough(deepScoreOf([...ofSeed(1, [0, 1, 2]), ...ofSeed(2, [0, 1, 4])])!)).toBe(false)
  expect(deepInWords(score)).toBe(
    [
      'deep faults   17 of 20 detected with seed 1',
      'deep faults   17 of 20 detected with seed 2',
      'deep faults   19 of 20 detected with any of these seeds',
      '              not detected: deep:0',
      '',
    ].join('\n'),
  )
})

test('what something else failed beside is detected, and one such is too many', () => {
  const score = deepScoreOf([...ofSeed(1, []), trial('deep:x', 1, 'accused')])!
  expect([score.detected, score.accused, isEnough(score)]).toEqual([21, ['deep:x'], false])
})
