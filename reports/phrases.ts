/** A piece of a statement: words, or code from between backticks. */
export interface Phrase {
  readonly words: string
  readonly isCode: boolean
}

/** Splits a statement into pieces. A text with an unpaired backtick is one piece of plain words. */
export function phrases(statement: string): readonly Phrase[] {
  const parts = statement.split('`')
  if (parts.length % 2 === 0) return [{ words: statement, isCode: false }]
  return parts.map((words, index) => ({ words, isCode: index % 2 === 1 })).filter(({ words }) => words !== '')
}
