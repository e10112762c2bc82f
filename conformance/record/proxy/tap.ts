import type { Chunk } from '../../model/exchange.ts'

/** Bytes of exchanges under way that may be kept at one time, and those that are. */
export interface ByteBudget {
  readonly most: number
  held: number
}

/** A copy of a body that passes. Its bytes are the body's own: what passes must not be altered. */
export interface Tap {
  /** Notes bytes that have just passed. */
  note(bytes: Uint8Array): void
  /** What has passed, or `undefined` where there was more than may be kept. */
  chunks(): readonly Chunk[] | undefined
  /** Gives the bytes back to the budget; to be called once. */
  release(): void
}

/** What a chunk takes beside its bytes: a body of single bytes is mostly that. */
const perChunk = 200

/** Copies of a body of at most `most` bytes, as long as `budget` has room for it. `now` is in milliseconds. */
export function startTap(budget: ByteBudget, most: number, now: () => number): Tap {
  let chunks: Chunk[] | undefined = []
  let held = 0
  const drop = (): void => {
    budget.held -= held
    held = 0
    chunks = undefined
  }
  return {
    note: (bytes) => {
      if (chunks === undefined) return
      const cost = bytes.length + perChunk
      if (held + cost > most || budget.held + cost > budget.most) return drop()
      chunks.push({ at: now(), bytes })
      held += cost
      budget.held += cost
    },
    chunks: () => chunks,
    release: () => {
      budget.held -= held
      held = 0
    },
  }
}
