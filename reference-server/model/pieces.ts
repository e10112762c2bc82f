/** Matches the characters of one piece without splitting surrogate pairs. */
const piece = /.{1,24}/gsu

/** Splits a text into the pieces of a stream. */
export function inPieces(text: string): readonly string[] {
  return text.match(piece) ?? []
}
