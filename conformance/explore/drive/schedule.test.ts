import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Clock } from './clock.ts'
import { openPurse } from './purse.ts'
import { type Bounds, openGate } from './schedule.ts'

/** A clock that jumps to whatever is awaited next. */
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

/** A clock that stands still; a sleeper wakes when it is told, or when it is aborted. */
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

/** Tasks that end in an order of their own. */
async function runAll(bounds: Bounds, pauses: readonly number[]) {
  const gate = openGate(bounds, jumpingClock())
  let underWay = 0
  let most = 0
  const started: number[] = []
  const results = await Promise.all(
    pauses.map((pause, index) =>
      gate.pass(async () => {
        started.push(index)
        underWay += 1
        most = Math.max(most, underWay)
        for (let turn = 0; turn < pause; turn += 1) await Promise.resolve()
        underWay -= 1
      }),
    ),
  )
  gate.end()
  return { most, started, cut: results.filter((result) => 'cut' in result).length }
}

const pauses = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 40 })

test('never more tasks are under way than allowed, and all start, first come first served', async () => {
  await fc.assert(
    fc.asyncProperty(pauses, fc.integer({ min: 1, max: 6 }), async (list, concurrency) => {
      const { most, started } = await runAll({ concurrency }, list)
      expect(most).toBeLessThanOrEqual(concurrency)
      expect(started).toEqual(list.map((_, index) => index))
    }),
  )
})

test('exactly as many requests start as the budget allows', async () => {
  await fc.assert(
    fc.asyncProperty(pauses, fc.integer({ min: 0, max: 50 }), async (list, maxRequests) => {
      const { started, cut } = await runAll({ concurrency: 3, maxRequests }, list)
      expect(started.length).toBe(Math.min(maxRequests, list.length))
      expect(started.length + cut).toBe(list.length)
    }),
  )
})

test('starts are spaced as the rate says', async () => {
  const clock = jumpingClock()
  const gate = openGate({ concurrency: 8, rate: 10 }, clock)
  const at: number[] = []
  await Promise.all(Array.from({ length: 12 }, () => gate.pass(async () => at.push(clock.now()))))
  for (const [index, time] of at.entries()) expect(time).toBeGreaterThanOrEqual(index * 100)
  expect(at.at(-1)).toBe(1100)
})

test('as many tasks as allowed are under way at once', async () => {
  const gate = openGate({ concurrency: 3 })
  let underWay = 0
  let oneMore = () => {}
  const allThere = new Promise<void>((resolve) => {
    oneMore = resolve
  })
  await Promise.all(
    Array.from({ length: 3 }, () =>
      gate.pass(() => {
        underWay += 1
        if (underWay === 3) oneMore()
        return allThere
      }),
    ),
  )
  expect(underWay).toBe(3)
})

test('at the deadline what is under way is aborted and nothing more starts', async () => {
  const { clock, wake } = heldClock()
  const gate = openGate({ concurrency: 1, maxTimeMs: 1000 }, clock)
  const first = gate.pass((signal) => {
    queueMicrotask(wake)
    return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('aborted')))
  })
  const second = gate.pass(async () => 'started')
  expect(await first).toEqual({ done: 'aborted' })
  expect(await second).toEqual({ cut: 'max-time' })
})

test('an aborted run starts nothing', async () => {
  const controller = new AbortController()
  const gate = openGate({ concurrency: 2, signal: controller.signal })
  controller.abort()
  expect(await gate.pass(async () => 'started')).toEqual({ cut: 'aborted' })
  expect(gate.started).toBe(0)
})

test('a task that throws gives its place back', async () => {
  const gate = openGate({ concurrency: 1 })
  await expect(gate.pass(() => Promise.reject(new Error('ours')))).rejects.toThrow('ours')
  expect(await gate.pass(async () => 'next')).toEqual({ done: 'next' })
})

test('what is spent and set aside never exceeds the purse, and every claim is answered', async () => {
  const claims = fc.array(fc.record({ calls: fc.integer({ min: 0, max: 3 }), isSpent: fc.boolean() }), {
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(claims, fc.integer({ min: 0, max: 12 }), async (list, limit) => {
      const purse = openPurse(limit)
      let held = 0
      await Promise.all(
        list.map(async ({ calls, isSpent }) => {
          if (!(await purse.claim(calls))) return
          held += calls
          expect(purse.spent + held).toBeLessThanOrEqual(limit)
          await Promise.resolve()
          held -= calls
          purse.settle(calls, isSpent ? calls : 0)
        }),
      )
      expect(purse.spent).toBeLessThanOrEqual(limit)
    }),
  )
})

test('a claim that others leave room for is granted, one that never fits is refused', async () => {
  const purse = openPurse(2)
  expect(await purse.claim(2)).toBe(true)
  const waiting = purse.claim(1)
  expect(await purse.claim(0)).toBe(true)
  purse.settle(2, 1)
  expect(await waiting).toBe(true)
  purse.settle(1, 1)
  expect(await purse.claim(1)).toBe(false)
})

test('once more was spent than there was, nothing is granted', async () => {
  const purse = openPurse(0)
  expect(await purse.claim(0)).toBe(true)
  purse.settle(0, 1)
  expect(await purse.claim(0)).toBe(false)
})
