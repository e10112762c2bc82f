import { setImmediate } from 'node:timers/promises'
import { vi } from 'vitest'
import { machineClock } from '../conformance/engine/drive/clock.ts'

/** Runs `work` with a fake clock: pauses between requests end at once, and the time advances by their length. */
export async function withoutPauses<T>(work: () => Promise<T>): Promise<T> {
  return (await pausesSkipped(work)).result
}

/** Does the same, and returns the total length of the pauses. Pauses at the same time are all counted. */
export async function pausesSkipped<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  let skipped = 0
  const now = vi.spyOn(machineClock, 'now').mockImplementation(() => performance.now() + skipped)
  const sleep = vi.spyOn(machineClock, 'sleep').mockImplementation(async (ms) => {
    skipped += ms
    await setImmediate()
  })
  try {
    return { result: await work(), ms: skipped }
  } finally {
    now.mockRestore()
    sleep.mockRestore()
  }
}
