import { expect, test } from 'vitest'
import { capturedIo } from '../captured-io.fixture.ts'
import { startEstimate, startProgress } from './progress.ts'

test('a terminal gets one line that is updated in place and cleared at the end', () => {
  let clock = 0
  const io = capturedIo({ isTTY: true })
  const progress = startProgress({ ...io, now: () => clock }, false)
  clock = 2000
  progress.step(1, 4)
  progress.end()
  expect(io.err()).toBe('\r\u001b[K1 of 4 requests\r\u001b[K')
})

test('a dumb terminal gets no progress lines', () => {
  const io = capturedIo({ isTTY: true, env: { TERM: 'dumb' } })
  const progress = startProgress({ ...io, now: () => 0 }, false)
  progress.phase('planning')
  progress.step(1, 4)
  progress.end()
  expect(io.err()).toBe('')
})

test('a pipe gets a few plain lines', () => {
  let clock = 0
  const io = capturedIo()
  const progress = startProgress({ ...io, now: () => clock }, false)
  for (let done = 1; done <= 300; done += 1) {
    clock = done * 100
    progress.step(done, 300)
  }
  progress.end()
  const shown = [50, 100, 150, 200, 250, 300].map((done) => `${done} of 300 requests`)
  expect(io.err().replaceAll(/, about \d+ s left/g, '')).toBe(`${shown.join('\n')}\n`)
})

test('a pipe gets a line with a figure every few seconds while requests are drawn and reports are written', () => {
  let clock = 0
  const io = capturedIo()
  const progress = startProgress({ ...io, now: () => clock }, false)
  progress.phase('planning')
  for (let drawn = 1; drawn <= 120; drawn += 1) {
    clock += 100
    progress.figure(`${drawn} requests drawn`)
  }
  progress.phase('writing')
  progress.figure('report 1 of 2')
  clock += 9000
  progress.figure('report 2 of 2')
  expect(io.err()).toBe('planning: 50 requests drawn\nplanning: 100 requests drawn\nwriting: report 2 of 2\n')
})

test('a terminal shows the figure of a phase in place', () => {
  const io = capturedIo({ isTTY: true })
  const progress = startProgress({ ...io, now: () => 0 }, false)
  progress.phase('planning')
  progress.figure('1 request drawn')
  progress.figure('2 requests drawn')
  progress.end()
  expect(io.err().split('\r\u001b[K')).toEqual(['', 'planning', 'planning: 1 request drawn', ''])
})

test('requests beyond the plan are counted separately', () => {
  const io = capturedIo({ isTTY: true })
  const progress = startProgress({ ...io, now: () => 0 }, false)
  progress.step(34, 34)
  progress.step(54, 34)
  expect(io.err()).toBe('\r\u001b[K34 of 34 requests\r\u001b[K54 requests, 20 more than planned')
})

test('quiet prints no progress', () => {
  const io = capturedIo({ isTTY: true })
  const progress = startProgress(io, true)
  progress.step(1, 2)
  progress.note('x')
  progress.end()
  expect(io.err()).toBe('')
})

test('phases without requests are shown at once, and others precede the request count', () => {
  const io = capturedIo({ isTTY: true })
  const progress = startProgress({ ...io, now: () => 0 }, false)
  progress.phase('planning')
  progress.phase('sending')
  progress.step(4, 4)
  progress.phase('shrinking')
  progress.step(5, 4)
  progress.phase('writing')
  expect(io.err().split('\r\u001b[K')).toEqual([
    ...['', 'planning', '4 of 4 requests', 'shrinking: 5 requests, 1 more than planned', 'writing'],
  ])
})

test('failures are counted less often the longer counting takes', () => {
  let clock = 0
  let asked = 0
  const io = capturedIo({ isTTY: true })
  const progress = startProgress({ ...io, now: () => clock }, false)
  progress.counting(() => {
    asked += 1
    clock += 300
    return asked
  })
  for (let done = 1; done <= 100; done += 1) {
    clock = Math.max(clock, done * 100)
    progress.step(done, 200)
  }
  expect(asked).toBe(2)
  expect(io.err()).toMatch(/100 of 200 requests.*, 2 failed so far$/)
})

/** Returns the estimates after steps of the given milliseconds. */
function after(steps: readonly number[], total: number): number | undefined {
  let clock = 0
  const estimate = startEstimate(() => clock)
  estimate.step(1)
  steps.forEach((took, index) => {
    clock += took
    estimate.step(index + 2)
  })
  return estimate.left(steps.length + 1, total)
}

const of = (count: number, took: number) => Array.from({ length: count }, () => took)

test('a steady pace gives an estimate of the remaining time', () => {
  expect(after(of(99, 100), 300)).toBe(20_000)
})

test.each([
  ['a few slow steps', of(10, 3000), 500],
  ['many steps in a short time', of(400, 10), 900],
  ['a slow start', [...of(8, 5000), ...of(40, 50)], 700],
  ['a pace that slows down', [...of(100, 50), ...of(10, 2000)], 700],
  ['a finished run', of(99, 100), 100],
])('there is no estimate for %s', (_, steps, total) => {
  expect(after(steps, total)).toBeUndefined()
})

test('an estimate is available once the pace is steady again, based on the later pace', () => {
  expect(after([...of(8, 5000), ...of(2000, 50)], 3009)).toBeCloseTo(50_000, -3)
})

test('estimates stay accurate over many steps', () => {
  expect(after(of(50_000, 10), 100_001) ?? 0).toBeGreaterThan(490_000)
  expect(after(of(50_000, 10), 100_001) ?? 0).toBeLessThan(510_000)
})

test('there is no estimate without steps', () => {
  expect(startEstimate(() => 0).left(0, 10)).toBeUndefined()
})

test('until the plan is known, neither its requests nor the time left are promised', () => {
  let clock = 0
  const io = capturedIo()
  const progress = startProgress({ ...io, now: () => clock }, false)
  for (let done = 1; done <= 110; done += 1) {
    clock = done * 100
    progress.step(done, done < 60 ? undefined : 220)
  }
  expect(io.err()).toBe('50 requests, still planning\n100 of 220 requests, about 12 s left\n')
})

test('no time is promised for the last requests, which are under way', () => {
  let clock = 0
  const estimate = startEstimate(() => clock)
  for (let done = 1; done <= 100; done += 1) {
    clock = done * 1000
    estimate.step(done)
  }
  expect(estimate.left(100, 110)).toBe(10_000)
  expect(estimate.left(100, 107)).toBeUndefined()
  expect(estimate.left(100, 101)).toBeUndefined()
})
