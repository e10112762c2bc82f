import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDeadline } from './deadline.ts'
import { type Arrival, largeBody, newArrival, type Sender } from './dispatch.ts'
import { type BytesInFlight, bytesInFlight } from './in-flight.ts'

interface Line {
  readonly arrival: Arrival
  /** The calls to the sender, in order. */
  readonly told: readonly string[]
  readonly sender: Sender
  cancel(): void
}

interface Reply {
  readonly most?: number
  readonly announced?: number
}

function lineOf(inFlight: BytesInFlight, { most = 8 * largeBody, announced }: Reply = {}): Line {
  const outer = new AbortController()
  const deadline = startDeadline(60_000, outer.signal)
  onTestFinished(() => deadline.release())
  const told: string[] = []
  const arrival = newArrival({ inFlight, deadline, maxResponseBytes: most, elapsed: () => 1 })
  arrival.begin({ status: 200, headers: announced === undefined ? [] : [['Content-Length', `${announced}`]] })
  const sender = {
    pause: () => void told.push('pause'),
    resume: () => void told.push('resume'),
    abort: () => void told.push('abort'),
  }
  return { arrival, told, sender, cancel: () => outer.abort() }
}

const large = new Uint8Array(largeBody + 1)
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const roomForOne = (): BytesInFlight => bytesInFlight(8 * largeBody)

function lengthOf(arrival: Arrival): number {
  return arrival.end().response!.chunks.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

test('small bodies are received without waiting', () => {
  const { arrival, told, sender } = lineOf(roomForOne())
  arrival.take(new Uint8Array(5), sender)
  arrival.take(new Uint8Array(largeBody - 5), sender)
  expect(lengthOf(arrival)).toBe(largeBody)
  expect(told).toEqual([])
})

test('a large body waits until there is room for its maximum size', async () => {
  const room = roomForOne()
  const [first, second] = [lineOf(room), lineOf(room)]
  first.arrival.take(large, first.sender)
  second.arrival.take(large, second.sender)
  await settled()
  expect([first.told, second.told]).toEqual([['pause', 'resume'], ['pause']])
  expect(lengthOf(first.arrival)).toBe(large.length)
  await settled()
  expect(second.told).toEqual(['pause', 'resume'])
  expect(lengthOf(second.arrival)).toBe(large.length)
})

test('large bodies of known length are received together as far as there is room', async () => {
  const room = roomForOne()
  const lines = [1, 2, 3].map(() => lineOf(room, { announced: 3 * largeBody }))
  for (const { arrival, sender } of lines) arrival.take(large, sender)
  await settled()
  expect(lines.map(({ told }) => told)).toEqual([['pause', 'resume'], ['pause', 'resume'], ['pause']])
})

test('a body larger than all the room is received alone', async () => {
  const room = bytesInFlight(largeBody)
  const [first, second] = [lineOf(room), lineOf(room)]
  for (const { arrival, sender } of [first, second]) arrival.take(large, sender)
  await settled()
  expect([first.told, second.told]).toEqual([['pause', 'resume'], ['pause']])
})

test('a cancelled body does not block the ones behind it', async () => {
  const room = roomForOne()
  const [first, second, third] = [lineOf(room), lineOf(room), lineOf(room)]
  for (const { arrival, sender } of [first, second, third]) arrival.take(large, sender)
  second.cancel()
  second.arrival.end()
  await settled()
  first.arrival.end()
  await settled()
  expect(third.told).toEqual(['pause', 'resume'])
})

test('room granted after the end is released', async () => {
  const room = roomForOne()
  const [first, second] = [lineOf(room), lineOf(room)]
  first.arrival.take(large, first.sender)
  first.arrival.end()
  second.arrival.take(large, second.sender)
  await settled()
  await settled()
  expect(second.told).toEqual(['pause', 'resume'])
})

test('waiting for room does not count towards the timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const room = roomForOne()
  const first = lineOf(room)
  first.arrival.take(large, first.sender)
  const deadline = startDeadline(40, new AbortController().signal)
  const arrival = newArrival({ inFlight: room, deadline, maxResponseBytes: 8 * largeBody, elapsed: () => 1 })
  arrival.begin({ status: 200, headers: [] })
  arrival.take(large, first.sender)
  vi.advanceTimersByTime(80)
  expect(deadline.stopped).toBeUndefined()
  first.arrival.end()
  await settled()
  expect(lengthOf(arrival)).toBe(large.length)
  deadline.release()
})

test('a time limit that is shortened during a pause begins after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const deadline = startDeadline(1000, new AbortController().signal)
  const wait = new EventEmitter()
  const pause = deadline.pause(once(wait, 'over'))
  deadline.shorten(40)
  vi.advanceTimersByTime(80)
  expect(deadline.stopped).toBeUndefined()
  wait.emit('over')
  await pause
  vi.advanceTimersByTime(40)
  expect(deadline.stopped).toBe('timeout')
  deadline.release()
})

test('a body over its limit is stopped, whether the limit is small or large', async () => {
  for (const most of [10, 2 * largeBody]) {
    const deadline = startDeadline(60_000, new AbortController().signal)
    const arrival = newArrival({ inFlight: roomForOne(), deadline, maxResponseBytes: most, elapsed: () => 1 })
    arrival.begin({ status: 200, headers: [] })
    arrival.take(new Uint8Array(most + 1), lineOf(roomForOne()).sender)
    await settled()
    expect(deadline.stopped).toBe('too-large')
    expect(lengthOf(arrival)).toBe(most)
    deadline.release()
  }
})
