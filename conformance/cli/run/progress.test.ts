import { expect, test } from 'vitest'
import { capturedIo } from '../captured-io.fixture.ts'
import { startProgress } from './progress.ts'

test('a terminal gets one line that changes in place, and is left empty', () => {
  let clock = 0
  const io = capturedIo({ isTTY: true })
  const progress = startProgress(io, false, () => clock)
  clock = 2000
  progress.step(1, 4)
  progress.end()
  expect(io.err()).toBe('\r\u001b[K1 of 4 requests\r\u001b[K')
})

test('a dumb terminal, which clears no line, is a pipe', () => {
  const io = capturedIo({ isTTY: true, env: { TERM: 'dumb' } })
  const progress = startProgress(io, false, () => 0)
  progress.phase('planning')
  progress.step(1, 4)
  progress.end()
  expect(io.err()).toBe('')
})

test('a pipe gets plain lines, and not many', () => {
  let clock = 0
  const io = capturedIo()
  const progress = startProgress(io, false, () => clock)
  for (let done = 1; done <= 300; done += 1) {
    clock = done * 100
    progress.step(done, 300)
  }
  progress.end()
  expect(io.err()).toBe(
    '100 of 300 requests, about 20 s left\n200 of 300 requests, about 10 s left\n300 of 300 requests\n',
  )
})

test('what is sent beyond the plan is told apart from it', () => {
  const io = capturedIo({ isTTY: true })
  const progress = startProgress(io, false, () => 0)
  progress.step(34, 34)
  progress.step(54, 34)
  expect(io.err()).toBe('\r\u001b[K34 of 34 requests\r\u001b[K54 requests, 20 more than planned')
})

test('quiet is silent', () => {
  const io = capturedIo({ isTTY: true })
  const progress = startProgress(io, true)
  progress.step(1, 2)
  progress.note('x')
  progress.end()
  expect(io.err()).toBe('')
})

test('a phase that sends nothing says so at once; the others stand before what is sent', () => {
  const io = capturedIo({ isTTY: true })
  const progress = startProgress(io, false, () => 0)
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

test('what failed so far is counted now and then, the more rarely the longer that takes', () => {
  let clock = 0
  let asked = 0
  const io = capturedIo({ isTTY: true })
  const progress = startProgress(io, false, () => clock)
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
