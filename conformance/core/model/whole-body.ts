import type { Chunk } from './exchange.ts'

/** Returns the bytes of all chunks: a view if they are adjacent in memory, otherwise a copy. */
export function wholeBody(chunks: readonly Chunk[]): Uint8Array {
  const [first] = chunks
  if (first === undefined) return new Uint8Array()
  const { buffer, byteOffset } = first.bytes
  const length = lengthOf(chunks)
  if (lieInARow(chunks)) return new Uint8Array(buffer, byteOffset, length)
  const body = new Uint8Array(length)
  let end = 0
  for (const { bytes } of chunks) {
    body.set(bytes, end)
    end += bytes.length
  }
  return body
}

/** Returns the total length in bytes. */
export function lengthOf(chunks: readonly Chunk[] = []): number {
  return chunks.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

function lieInARow(chunks: readonly Chunk[]): boolean {
  const { buffer, byteOffset } = chunks[0]!.bytes
  let end = byteOffset
  return chunks.every(({ bytes }) => {
    const isNext = bytes.buffer === buffer && bytes.byteOffset === end
    end += bytes.length
    return isNext
  })
}
