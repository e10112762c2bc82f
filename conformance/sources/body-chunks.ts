import type { Chunk } from '../model/exchange.ts'

/** Collects the pieces of a body as they arrive, up to a number of bytes. */
export interface BodyChunks {
  readonly chunks: readonly Chunk[]
  /** Bytes kept so far. */
  readonly size: number
  /** Whether more came than the bound allows; what is beyond it is not kept. */
  readonly isOverfull: boolean
  /** Whether so many pieces came that later ones were joined: then nobody can say any more how each arrived. */
  readonly isJoined: boolean
  add(at: number, bytes: Uint8Array): void
}

/** So many pieces are kept apart. A body that comes byte by byte would otherwise cost a hundred times its length. */
const mostApart = 20_000
/** The length to which later pieces are joined. */
const joinedLength = 64 * 1024

export function createBodyChunks(maxBytes: number): BodyChunks {
  const chunks: Chunk[] = []
  let tail: Tail | undefined
  let size = 0
  let isOverfull = false
  return {
    chunks,
    get size() {
      return size
    },
    get isOverfull() {
      return isOverfull
    },
    get isJoined() {
      return tail !== undefined
    },
    add(at, bytes) {
      const kept = bytes.subarray(0, maxBytes - size)
      isOverfull ||= kept.length < bytes.length
      size += kept.length
      if (kept.length === 0) return
      if (chunks.length < mostApart) chunks.push({ at, bytes: new Uint8Array(kept) })
      else tail = extended(chunks, tail, at, kept)
    },
  }
}

/** The last chunk, with room for more. */
interface Tail {
  readonly buffer: Uint8Array
  readonly used: number
}

function extended(chunks: Chunk[], tail: Tail | undefined, at: number, bytes: Uint8Array): Tail {
  const hasRoom = tail !== undefined && tail.used + bytes.length <= tail.buffer.length
  const { buffer, used } = hasRoom ? tail : freshTail(bytes.length)
  buffer.set(bytes, used)
  const end = used + bytes.length
  if (hasRoom) chunks.pop()
  chunks.push({ at, bytes: buffer.subarray(0, end) })
  return { buffer, used: end }
}

function freshTail(length: number): Tail {
  return { buffer: new Uint8Array(Math.max(joinedLength, length)), used: 0 }
}
