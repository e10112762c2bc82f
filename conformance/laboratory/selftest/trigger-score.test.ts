import { expect, test } from 'vitest'
import type { Trial } from './trial.ts'
import { isDetectedEnough, triggerScoreOf, triggersInWords } from './trigger-score.ts'

function trial(place: number, finish: Trial['finish'], shown: number): Trial {
  const task = { kind: 'trigger', areas: ['messages'], profile: 'standard', seed: 1, requests: 9 } as const
  const trigger = { class: place % 2 === 0 ? 'pair' : 'value', words: `words ${place}`, effect: 'reject' } as const
  const surplus = finish === 'accused' ? [{ result: 'a@c', message: '', exchange: '' }] : []
  const counted = { chances: shown, shown, isDetected: finish === 'exact' }
  return { ...task, id: `trigger:1:${place}`, finish, expected: ['a@b'], missing: [], surplus, trigger, ...counted }
}

const detected = Array.from({ length: 17 }, (_, index) => trial(index + 1, 'exact', 2))

test('there is no trigger score without trigger trials', () => {
  const { trigger: _, ...other } = trial(1, 'exact', 1)
  expect(triggerScoreOf([other])).toBeUndefined()
})

test('a detection rate of 85 % is enough if no other operation fails', () => {
  const rest = [trial(18, 'missed', 1), trial(19, 'unprovoked', 0), trial(20, 'unprovoked', 0)]
  expect(isDetectedEnough(triggerScoreOf([...detected, ...rest])!)).toBe(true)
  expect(isDetectedEnough(triggerScoreOf([...detected, ...rest, trial(21, 'missed', 1)])!)).toBe(false)
  expect(isDetectedEnough(triggerScoreOf([...detected, trial(18, 'accused', 1)])!)).toBe(false)
})

test('the table has a row per class, and missed faults have a command', () => {
  const trials = [trial(1, 'exact', 2), trial(2, 'missed', 3), trial(3, 'unprovoked', 0), trial(4, 'accused', 1)]
  expect(triggersInWords(triggerScoreOf(trials)!, 4)).toBe(
    [
      'trigger     faults  triggered   detected',
      'value            2     50.0 %     50.0 %',
      'pair             2    100.0 %      0.0 %',
      'all              4     75.0 %     25.0 %',
      'not triggered:',
      '  words 3; effect reject',
      '    mgi selftest --triggers 4 --seed 1 --fault trigger:1:3',
      'triggered, but not detected:',
      '  words 2; effect reject (3 requests met it, 3 replies changed)',
      '    mgi selftest --triggers 4 --seed 1 --fault trigger:1:2',
      '  words 4; effect reject (1 requests met it, 1 replies changed)',
      '    mgi selftest --triggers 4 --seed 1 --fault trigger:1:4',
      'failed on another operation: a@c',
      '    mgi selftest --triggers 4 --seed 1 --fault trigger:1:4',
      '',
    ].join('\n'),
  )
})
