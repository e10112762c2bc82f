import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Clock } from './clock.ts'
import { type Bounds, newScheduler, type Scheduler } from './scheduler.ts'

/** Returns a clock that jumps to the next awaited time. */
function jumpingClock(): Clock {
  let now = 0
  return {
    now: () => now,
    sleep: async (ms) => {
      const wake = now + ms
      await Promise.resolve()
      now = Math.max(now, wake)
    },
  }
}

/** Returns a clock that stands still. A sleeper wakes on demand, or when it is aborted. */
function heldClock() {
  const sleepers: (() => void)[] = []
  const clock: Clock = {
    now: () => 0,
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        sleepers.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      }),
  }
  return { clock, wake: () => sleepers.splice(0).forEach((resolve) => resolve()) }
}

/** Runs tasks that end in an order of their own. */
async function runAll(bounds: Bounds, pauses: readonly number[]) {
  const scheduler = newScheduler(bounds, jumpingClock())
  let underWay = 0
  let most = 0
  const started: number[] = []
  const results = await Promise.all(
    pauses.map((pause, index) =>
      scheduler.run(async () => {
        started.push(index)
        underWay += 1
        most = Math.max(most, underWay)
        for (let turn = 0; turn < pause; turn += 1) await Promise.resolve()
        underWay -= 1
      }),
    ),
  )
  scheduler.end()
  return { most, started, unsent: results.filter((result) => 'stopReason' in result).length }
}

const pauses = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 40 })

test('tasks start in order and never exceed the concurrency limit', async () => {
  await fc.assert(
    fc.asyncProperty(pauses, fc.integer({ min: 1, max: 6 }), async (list, concurrency) => {
      const { most, started } = await runAll({ concurrency }, list)
      expect(most).toBeLessThanOrEqual(concurrency)
      expect(started).toEqual(list.map((_, index) => index))
    }),
  )
})

/** Returns the most of nine tasks that are under way at once. */
async function mostAtOnce(scheduler: Scheduler): Promise<number> {
  let [underWay, most] = [0, 0]
  const task = async () => {
    underWay += 1
    most = Math.max(most, underWay)
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    underWay -= 1
  }
  await Promise.all(Array.from({ length: 9 }, () => scheduler.run(task)))
  return most
}

test('work that belongs together may exceed the limit, and what follows keeps it', async () => {
  const scheduler = newScheduler({ concurrency: 2, together: 5 }, jumpingClock())
  expect(await scheduler.together(() => mostAtOnce(scheduler))).toBe(5)
  expect(await mostAtOnce(scheduler)).toBe(2)
  const bounded = newScheduler({ concurrency: 2 }, jumpingClock())
  expect(await bounded.together(() => mostAtOnce(bounded))).toBe(2)
})

test('exactly as many requests start as the budget allows', async () => {
  await fc.assert(
    fc.asyncProperty(pauses, fc.integer({ min: 0, max: 50 }), async (list, maxRequests) => {
      const { started, unsent } = await runAll({ concurrency: 3, maxRequests }, list)
      expect(started.length).toBe(Math.min(maxRequests, list.length))
      expect(started.length + unsent).toBe(list.length)
    }),
  )
})

test('starts are spaced according to the rate', async () => {
  const clock = jumpingClock()
  const scheduler = newScheduler({ concurrency: 8, rate: 10 }, clock)
  const at: number[] = []
  await Promise.all(Array.from({ length: 12 }, () => scheduler.run(async () => at.push(clock.now()))))
  for (const [index, time] of at.entries()) expect(time).toBeGreaterThanOrEqual(index * 100)
  expect(at.at(-1)).toBe(1100)
})

test('tasks run concurrently up to the limit', async () => {
  const scheduler = newScheduler({ concurrency: 3 })
  let underWay = 0
  let oneMore = () => {}
  const allThere = new Promise<void>((resolve) => {
    oneMore = resolve
  })
  await Promise.all(
    Array.from({ length: 3 }, () =>
      scheduler.run(() => {
        underWay += 1
        if (underWay === 3) oneMore()
        return allThere
      }),
    ),
  )
  expect(underWay).toBe(3)
})

test('running tasks are aborted at the deadline, and no further tasks start', async () => {
  const { clock, wake } = heldClock()
  const scheduler = newScheduler({ concurrency: 1, maxTimeMs: 1000 }, clock)
  const first = scheduler.run((signal) => {
    queueMicrotask(wake)
    return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('aborted')))
  })
  const second = scheduler.run(async () => 'started')
  expect(await first).toEqual({ done: 'aborted' })
  expect(await second).toEqual({ stopReason: 'max-time' })
})

test('an aborted run starts no tasks', async () => {
  const controller = new AbortController()
  const scheduler = newScheduler({ concurrency: 2, signal: controller.signal })
  controller.abort()
  expect(await scheduler.run(async () => 'started')).toEqual({ stopReason: 'aborted' })
  expect(scheduler.started).toBe(0)
})

test('a task that throws releases its slot', async () => {
  const scheduler = newScheduler({ concurrency: 1 })
  await expect(scheduler.run(() => Promise.reject(new Error('ours')))).rejects.toThrow('ours')
  expect(await scheduler.run(async () => 'next')).toEqual({ done: 'next' })
})
