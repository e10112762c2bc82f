/** The one rule: a token is a word, a run of characters that are not white space. */
const token = /\s*\S+/g

/** The tokens of a text; joined they give it back, trailing white space aside. */
export function tokensOf(text: string): readonly string[] {
  return text.match(token) ?? []
}

/** How many tokens a text has. Long prompts are counted without being cut to pieces. */
export function countTokens(text: string): number {
  let count = 0
  let inside = false
  for (let index = 0; index < text.length; index++) {
    const isWord = !isSpace(text.charCodeAt(index))
    if (isWord && !inside) count++
    inside = isWord
  }
  return count
}

/** The text up to the end of its token number `count`. */
export function firstTokens(text: string, count: number): string {
  return count < 1 ? '' : tokensOf(text).slice(0, count).join('')
}

/** What the regular expression `\s` means. */
function isSpace(unit: number): boolean {
  if (unit < 128) return unit === 32 || (unit >= 9 && unit <= 13)
  return /\s/.test(String.fromCharCode(unit))
}
