import type { Chunk } from '../../model/exchange.ts'
import { wholeBody } from '../../model/whole-body.ts'

/** A stretch of text that is a secret, and the label for it. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly label: string
}

/** Finds secrets in text whose characters are bytes. */
export interface Find {
  (text: string): readonly Match[]
  /** The most characters that a match can have. */
  readonly longest: number
}

/** A body is searched in stretches of this length, so that a large one is never in memory as text as well. */
const stretch = 256 * 1024

/**
 * The chunks with a label in place of each secret. A label stands where its secret began; a chunk that held nothing
 * but the rest of one becomes empty, so chunks keep their number, their times and the bytes that were not secret.
 */
export function withLabels(chunks: readonly Chunk[], find: Find): readonly Chunk[] {
  const found = matchesIn(chunks, find)
  if (found.length === 0) return chunks
  let offset = 0
  return chunks.map(({ at, bytes }) => {
    const start = offset
    offset += bytes.length
    return { at, bytes: withoutSecrets(bytes, start, found) }
  })
}

/** Searches stretch by stretch; each is read on into the next as far as a match that begins in it may reach. */
function matchesIn(chunks: readonly Chunk[], find: Find): readonly Match[] {
  const whole = buffered(wholeBody(chunks))
  const found: Match[] = []
  for (let from = 0; from < whole.length; ) {
    const next = Math.min(from + stretch, whole.length)
    const inside = find(whole.toString('latin1', from, next + find.longest))
      .map(({ start, end, label }) => ({ start: start + from, end: end + from, label }))
      .filter(({ start }) => start < next)
    found.push(...inside)
    from = Math.max(next, inside.at(-1)?.end ?? 0)
  }
  return found
}

function buffered(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** The bytes that lie from `offset` on in the whole body, with the labels of the secrets that begin among them. */
function withoutSecrets(bytes: Uint8Array, offset: number, found: readonly Match[]): Uint8Array {
  const end = offset + bytes.length
  const pieces: Uint8Array[] = []
  let from = offset
  for (const match of found) {
    if (match.end <= from || match.start >= end) continue
    if (match.start >= offset)
      pieces.push(bytes.subarray(from - offset, match.start - offset), Buffer.from(match.label, 'utf8'))
    from = Math.min(match.end, end)
  }
  pieces.push(bytes.subarray(from - offset))
  return pieces.length === 1 ? pieces[0]! : new Uint8Array(Buffer.concat(pieces))
}
