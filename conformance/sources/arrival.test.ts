import { expect, onTestFinished, test } from 'vitest'
import { type Arrival, newArrival, type Sender } from './arrival.ts'
import { largeBody } from './body-chunks.ts'
import { startDeadline } from './deadline.ts'
import { type LargeBodies, oneLargeBody } from './large-bodies.ts'

interface Line {
  readonly arrival: Arrival
  /** What the sender was told, in order. */
  readonly told: readonly string[]
  readonly sender: Sender
  cancel(): void
}

function lineOf(largeBodies: LargeBodies, maxResponseBytes = 8 * largeBody): Line {
  const outer = new AbortController()
  const deadline = startDeadline(60_000, outer.signal)
  onTestFinished(() => deadline.release())
  const told: string[] = []
  const arrival = newArrival({ largeBodies, deadline, maxResponseBytes, elapsed: () => 1 })
  arrival.begin({ status: 200, headers: [] })
  const sender = {
    pause: () => void told.push('pause'),
    resume: () => void told.push('resume'),
    abort: () => void told.push('abort'),
  }
  return { arrival, told, sender, cancel: () => outer.abort() }
}

const large = new Uint8Array(largeBody + 1)
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function lengthOf(arrival: Arrival): number {
  return arrival.end().response!.chunks.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

test('small bodies arrive at once, however many there are', () => {
  const { arrival, told, sender } = lineOf(oneLargeBody())
  arrival.take(new Uint8Array(5), sender)
  arrival.take(new Uint8Array(largeBody - 5), sender)
  expect(lengthOf(arrival)).toBe(largeBody)
  expect(told).toEqual([])
})

test('a large body waits until the one before it has ended', async () => {
  const turns = oneLargeBody()
  const [first, second] = [lineOf(turns), lineOf(turns)]
  first.arrival.take(large, first.sender)
  second.arrival.take(large, second.sender)
  await settled()
  expect([first.told, second.told]).toEqual([['pause', 'resume'], ['pause']])
  expect(lengthOf(first.arrival)).toBe(large.length)
  await settled()
  expect(second.told).toEqual(['pause', 'resume'])
  expect(lengthOf(second.arrival)).toBe(large.length)
})

test('who is cancelled while it waits keeps nobody waiting', async () => {
  const turns = oneLargeBody()
  const [first, second, third] = [lineOf(turns), lineOf(turns), lineOf(turns)]
  for (const { arrival, sender } of [first, second, third]) arrival.take(large, sender)
  second.cancel()
  second.arrival.end()
  await settled()
  first.arrival.end()
  await settled()
  expect(third.told).toEqual(['pause', 'resume'])
})

test('a turn that comes after the end is given on', async () => {
  const turns = oneLargeBody()
  const [first, second] = [lineOf(turns), lineOf(turns)]
  first.arrival.take(large, first.sender)
  first.arrival.end()
  second.arrival.take(large, second.sender)
  await settled()
  await settled()
  expect(second.told).toEqual(['pause', 'resume'])
})

test('memory is handed back in the middle of a long body, while its sender waits', async () => {
  let goOn = (): void => {}
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      goOn = resolve
    })
  const { arrival, told, sender } = lineOf({ ...oneLargeBody(), rest }, 40 * largeBody)
  arrival.take(new Uint8Array(17 * largeBody), sender)
  await settled()
  expect(told).toEqual(['pause'])
  goOn()
  await settled()
  expect(told).toEqual(['pause', 'resume'])
  expect(lengthOf(arrival)).toBe(17 * largeBody)
})

test('a body that outgrows its bound is stopped, small or large', async () => {
  for (const most of [10, 2 * largeBody]) {
    const deadline = startDeadline(60_000, new AbortController().signal)
    const arrival = newArrival({ largeBodies: oneLargeBody(), deadline, maxResponseBytes: most, elapsed: () => 1 })
    arrival.begin({ status: 200, headers: [] })
    arrival.take(new Uint8Array(most + 1), lineOf(oneLargeBody()).sender)
    await settled()
    expect(deadline.stopped).toBe('too-large')
    expect(lengthOf(arrival)).toBe(most)
    deadline.release()
  }
})
