import { expect, test } from 'vitest'
import { runTask } from './run-task.ts'
import type { Task, Trial } from './trial.ts'
import { runTasks } from './worker-pool.ts'

const task: Task = { kind: 'fault', id: 'usage-201', areas: ['token-usage'], profile: 'standard', seed: 1 }

/** A fault that only shows in responses to requests that a smoke run does not send. */
const unprovoked: Task = {
  ...task,
  id: 'overlook:messages.document-source-type-rejected',
  areas: ['messages'],
  profile: 'smoke',
}

test('a fault that fails exactly its requirements is exact', async () => {
  expect(await runTask(task)).toMatchObject({
    finish: 'exact',
    expected: ['usage.success-status@usage.token'],
    missing: [],
    surplus: [],
  })
})

test('a limited fault fails only on its operation', async () => {
  const on: Task = {
    ...task,
    id: 'messages-error-no-code',
    areas: ['messages'],
    profile: 'smoke',
    on: 'messages.stream',
  }
  expect(await runTask(on)).toMatchObject({
    finish: 'exact',
    expected: ['messages.error-code@messages.stream'],
    surplus: [],
  })
})

test('a fault fails on all operations that test its requirements', async () => {
  const both: Task = { ...task, id: 'messages-error-no-code', areas: ['messages'], profile: 'smoke' }
  expect(await runTask(both)).toMatchObject({
    finish: 'exact',
    expected: ['messages.error-code@messages.create', 'messages.error-code@messages.stream'],
  })
})

test('covered faults are distinguished from undetected ones in a combination', async () => {
  const faults = ['usage-html', 'usage-201', 'usage-code-missing']
  const trial = await runTask({ ...task, kind: 'together', id: 'token-usage-1', faults })
  expect(trial).toMatchObject({ finish: 'exact', covered: ['usage-code-missing'], undetected: [] })
})

test('a fault that the requests do not trigger is missed', async () => {
  const trial = await runTask(unprovoked)
  expect(trial.expected).not.toEqual([])
  expect(trial).toMatchObject({ finish: 'missed', missing: trial.expected, surplus: [] })
})

test('a conforming variant has no failures', async () => {
  expect(await runTask({ ...task, kind: 'variant', id: 'usage-unlimited' })).toMatchObject({ finish: 'exact' })
})

test('a task that breaks down is reported, and other tasks continue', async () => {
  const trials: Trial[] = []
  await runTasks([{ ...task, kind: 'variant', id: 'no-such-variant' }, task], {
    jobs: 2,
    signal: new AbortController().signal,
    onTrial: (trial) => trials.push(trial),
  })
  expect(trials.map(({ finish }) => finish)).toEqual(['broken-down', 'exact'])
  expect(trials[0]?.trouble).toBe('there is no variant no-such-variant')
})

test('no further task starts after an interruption', async () => {
  const interruption = new AbortController()
  const trials: Trial[] = []
  await runTasks([task, { ...task, seed: 2 }, { ...task, seed: 3 }], {
    jobs: 1,
    signal: interruption.signal,
    onTrial: (trial) => [trials.push(trial), interruption.abort()],
  })
  expect(trials.map(({ seed }) => seed)).toEqual([1])
})
