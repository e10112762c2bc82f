/** A text of 20 000 characters with marks at its head, in the middle and at its tail; `letters` names three blanks. */
export function longText(letters: string): string {
  const [head, middle, tail] = [...letters]
  const half = 'The road to the harbor follows the river. '.repeat(238)
  return `It begins in @${head}. ${half}It passes @${middle}. ${half}It ends in @${tail}.`
}
