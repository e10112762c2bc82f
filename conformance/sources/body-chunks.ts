import type { Chunk } from '../model/exchange.ts'

/** Collects the pieces of a body as they arrive, up to a number of bytes. */
export interface BodyChunks {
  readonly chunks: readonly Chunk[]
  /** Whether more came than the bound allows; what is beyond it is not kept. */
  readonly isOverfull: boolean
  add(at: number, bytes: Uint8Array): void
}

export function createBodyChunks(maxBytes: number): BodyChunks {
  const chunks: Chunk[] = []
  let room = maxBytes
  let isOverfull = false
  return {
    chunks,
    get isOverfull() {
      return isOverfull
    },
    add(at, bytes) {
      isOverfull ||= bytes.length > room
      const kept = bytes.subarray(0, room)
      room -= kept.length
      if (kept.length > 0) chunks.push({ at, bytes: new Uint8Array(kept) })
    },
  }
}
