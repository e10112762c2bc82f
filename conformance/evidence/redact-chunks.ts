import type { Chunk } from '../model/exchange.ts'

/** A stretch of text that is a secret, and the label for it. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly label: string
}

/**
 * The chunks with a label in place of each secret. A label stands where its secret began; a chunk that held nothing
 * but the rest of one becomes empty, so chunks keep their number, their times and the bytes that were not secret.
 */
export function withLabels(chunks: readonly Chunk[], find: (text: string) => readonly Match[]): readonly Chunk[] {
  const found = find(Buffer.concat(chunks.map(({ bytes }) => bytes)).toString('latin1'))
  if (found.length === 0) return chunks
  let offset = 0
  return chunks.map(({ at, bytes }) => {
    const start = offset
    offset += bytes.length
    return { at, bytes: withoutSecrets(bytes, start, found) }
  })
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
  return new Uint8Array(Buffer.concat(pieces))
}
