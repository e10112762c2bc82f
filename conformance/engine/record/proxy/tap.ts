import type { Chunk } from '../../../core/model/exchange.ts'
import type { ByteBudget } from '../../../core/server/body.ts'

/** A copy of a passing body, which shares its bytes. */
export interface Tap {
  note(bytes: Uint8Array): void
  /** Returns the copy, or `undefined` if the body was too large. */
  chunks(): readonly Chunk[] | undefined
  /** Returns the bytes to the budget. Must be called once. */
  release(): void
}

/** The estimated memory of a chunk in addition to its bytes. It dominates in a body of tiny chunks. */
const perChunk = 200

/** Starts a copy of a body of at most `most` bytes, while `budget` has room. `now` is in milliseconds. */
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
