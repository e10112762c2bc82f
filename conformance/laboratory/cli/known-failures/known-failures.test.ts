import { expect, test } from 'vitest'
import { knownFailuresScoreOf } from '../../selftest/score.ts'
import type { Task, Trial } from '../../selftest/trial.ts'
import { knownFailuresInWords } from '../score-in-words.ts'
import { runArguments, tryKnownFailures } from './try-known-failures.ts'

const task: Task = { kind: 'fault', id: 'usage-message-null', areas: ['token-usage'], profile: 'standard', seed: 1 }

test('a faulty gateway passes with the list of a first run, once the list has reasons', async () => {
  const trial = await tryKnownFailures(task, new AbortController().signal)
  expect({ finish: trial.finish, trouble: trial.trouble }).toEqual({ finish: 'exact', trouble: undefined })
})

test('both runs draw the additional requests of --explore', () => {
  expect(runArguments('http://x', task)).not.toContain('--explore')
  expect(runArguments('http://x', { ...task, explore: 20 }).slice(-2)).toEqual(['--explore', '20'])
})

test('a first run without a list is reported with its output', async () => {
  const trial = await tryKnownFailures({ ...task, areas: [] }, new AbortController().signal)
  expect(trial).toMatchObject({ finish: 'missed', trouble: expect.stringContaining('wrote no list: ended with 2') })
})

test('an unknown fault is reported as broken down, not thrown', async () => {
  const trial = await tryKnownFailures({ ...task, id: 'no-such-fault' }, new AbortController().signal)
  expect(trial).toMatchObject({
    finish: 'broken-down',
    trouble: expect.stringContaining('unknown fault "no-such-fault"'),
  })
})

test('the score counts passed trials among the tested ones', () => {
  const rest = { ...task, requests: 0, expected: [], missing: [], surplus: [] }
  const trials: readonly Trial[] = [
    { ...rest, finish: 'exact' },
    { ...rest, id: 'other', finish: 'missed', trouble: 'ended with 3' },
    { ...rest, id: 'third', finish: 'broken-down', trouble: 'no list' },
  ]
  expect(knownFailuresScoreOf(trials)).toEqual({ tested: 2, passed: 1 })
  expect(knownFailuresInWords(trials)).toBe(
    'fault other: missed: ended with 3\nfault third: broken-down: no list\nknown         1 of 2 faulty gateways pass with their failures listed as known\n',
  )
})
