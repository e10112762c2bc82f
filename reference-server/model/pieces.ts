/** At most so many characters in one piece; pairs of surrogates stay together. */
const piece = /.{1,24}/gsu

/** The pieces in which a text is streamed; joined they are the text. */
export function inPieces(text: string): readonly string[] {
  return text.match(piece) ?? []
}
