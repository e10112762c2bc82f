/** A stretch of bytes and what to put in its place. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The bytes with each stretch replaced. Stretches come in order and do not overlap; without any, `body` itself. */
export function spliced(body: Uint8Array, replacements: readonly Replacement[]): Uint8Array {
  if (replacements.length === 0) return body
  const pieces: Uint8Array[] = []
  let from = 0
  for (const { start, end, text } of replacements) {
    pieces.push(body.subarray(from, start), Buffer.from(text, 'utf8'))
    from = end
  }
  pieces.push(body.subarray(from))
  return new Uint8Array(Buffer.concat(pieces))
}
