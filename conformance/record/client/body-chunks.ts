import type { Chunk } from '../../model/exchange.ts'

/** Collects the pieces of a body as they arrive, up to a number of bytes. */
export interface BodyChunks {
  /** Bytes kept so far. */
  readonly size: number
  /** Whether more came than the bound allows; what is beyond it is not kept. */
  readonly isOverfull: boolean
  /** Whether so many pieces came that later ones were joined: then nobody can say any more how each arrived. */
  readonly isJoined: boolean
  add(at: number, bytes: Uint8Array): void
  /**
   * The pieces; of a large body they are views of one stretch of memory, so that the whole of it need not be copied. Of
   * one that is longer than the bound no more than its beginning: nobody can read it, and to keep it is dear.
   */
  chunks(): readonly Chunk[]
}

/** From so many bytes on a body is large. */
export const largeBody = 1024 * 1024
/** So many bytes are kept of a body that is longer than the bound, unless the caller says otherwise. */
const usualBeginning = 16 * 1024 * 1024
/** So many pieces are kept apart. A body that comes byte by byte would otherwise cost a hundred times its length. */
const mostApart = 20_000
/** The length to which later pieces are joined. */
const joinedLength = 64 * 1024

export function createBodyChunks(maxBytes: number, mostOfOverfull = usualBeginning): BodyChunks {
  let chunks: Chunk[] = []
  let row: Uint8Array | undefined
  let size = 0
  let isOverfull = false
  let isJoined = false
  /** The memory of a row is taken from the machine only as far as it is written to. */
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
      if (kept.length === 0) return
      const own = taken(kept)
      isJoined ||= chunks.length === mostApart
      const last = isJoined ? joined(chunks.at(-1)!.bytes, own) : undefined
      if (last !== undefined) chunks.pop()
      chunks.push({ at, bytes: last ?? own })
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

/** Two neighbours in a row as one; `undefined` where they would be too long together. */
function joined(one: Uint8Array, next: Uint8Array): Uint8Array | undefined {
  const length = one.length + next.length
  return length > joinedLength ? undefined : new Uint8Array(one.buffer, one.byteOffset, length)
}
