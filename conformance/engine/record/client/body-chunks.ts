import type { Chunk } from '../../../core/model/exchange.ts'

/** Collects the pieces of a body as they arrive, up to a number of bytes. */
export interface BodyChunks {
  /** The number of bytes kept so far. */
  readonly size: number
  /** True if the body exceeded the limit. The rest is not kept. */
  readonly isOverfull: boolean
  /** True if pieces were joined because there were too many. Their times of arrival are unknown. */
  readonly isJoined: boolean
  /** Returns the part that was kept. */
  add(at: number, bytes: Uint8Array): Uint8Array
  /**
   * Returns the pieces. Those of a large body are views of one buffer, so that the body need not be copied. If the body
   * exceeded the limit, only its beginning is kept: it cannot be judged and would take memory.
   */
  chunks(): readonly Chunk[]
}

/** The smallest size of a large body, in bytes. */
export const largeBody = 1024 * 1024
/** The default number of bytes that are kept of a body which exceeds the limit. */
const usualBeginning = 16 * 1024 * 1024
/**
 * The most pieces that are kept separately. A body that arrives byte by byte would otherwise take a hundred times its
 * length.
 */
const mostApart = 20_000
/** The greatest length of joined pieces. */
const joinedLength = 64 * 1024

export function createBodyChunks(maxBytes: number, mostOfOverfull = usualBeginning): BodyChunks {
  let chunks: Chunk[] = []
  let row: Uint8Array | undefined
  let size = 0
  let isOverfull = false
  let isJoined = false
  /** Moves the pieces into one buffer. The system provides its memory only as far as it is written to. */
  const moveTo = (space: Uint8Array): void => {
    row = space
    chunks = movedTo(space, chunks)
  }
  const taken = (bytes: Uint8Array): Uint8Array => {
    if (row === undefined && (size + bytes.length > largeBody || chunks.length === mostApart))
      moveTo(new Uint8Array(maxBytes))
    const start = size
    size += bytes.length
    if (row === undefined) return new Uint8Array(bytes)
    row.set(bytes, start)
    return row.subarray(start, size)
  }
  return {
    get size() {
      return size
    },
    get isOverfull() {
      return isOverfull
    },
    get isJoined() {
      return isJoined
    },
    add(at, bytes) {
      const kept = bytes.subarray(0, maxBytes - size)
      isOverfull ||= kept.length < bytes.length
      if (kept.length === 0) return kept
      const own = taken(kept)
      isJoined ||= chunks.length === mostApart
      const last = isJoined ? joined(chunks.at(-1)!.bytes, own) : undefined
      if (last !== undefined) chunks.pop()
      chunks.push({ at, bytes: last ?? own })
      return own
    },
    chunks() {
      if (isOverfull) {
        chunks = beginningOf(chunks, mostOfOverfull)
        size = Math.min(size, mostOfOverfull)
      }
      if (row !== undefined && size < row.length / 2) moveTo(new Uint8Array(size))
      return chunks
    },
  }
}

function beginningOf(chunks: readonly Chunk[], length: number): Chunk[] {
  let start = 0
  return chunks.flatMap(({ at, bytes }) => {
    const kept = bytes.subarray(0, Math.max(0, length - start))
    start += bytes.length
    return kept.length === 0 ? [] : [{ at, bytes: kept }]
  })
}

function movedTo(space: Uint8Array, chunks: readonly Chunk[]): Chunk[] {
  let end = 0
  return chunks.map(({ at, bytes }) => {
    const start = end
    end += bytes.length
    space.set(bytes, start)
    return { at, bytes: space.subarray(start, end) }
  })
}

/** Joins two neighbouring pieces; `undefined` if they would be too long. */
function joined(one: Uint8Array, next: Uint8Array): Uint8Array | undefined {
  const length = one.length + next.length
  return length > joinedLength ? undefined : new Uint8Array(one.buffer, one.byteOffset, length)
}
