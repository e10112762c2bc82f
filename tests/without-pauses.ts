import { setImmediate } from 'node:timers/promises'
import { vi } from 'vitest'
import { machineClock } from '../conformance/run/drive/clock.ts'

/** Runs `work` with a fake clock: pauses between requests end at once, and the time advances by their length. */
export async function withoutPauses<T>(work: () => Promise<T>): Promise<T> {
  let skipped = 0
  const now = vi.spyOn(machineClock, 'now').mockImplementation(() => performance.now() + skipped)
  const sleep = vi.spyOn(machineClock, 'sleep').mockImplementation(async (ms) => {
    skipped += ms
    await setImmediate()
  })
  try {
    return await work()
  } finally {
    now.mockRestore()
    sleep.mockRestore()
  }
}
