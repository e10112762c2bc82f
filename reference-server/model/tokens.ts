/** A token is a word: characters without white space, with the white space before them. */
const token = /\s*\S+/g

/** Splits a text into tokens. Joined they are the text without trailing white space. */
export function tokensOf(text: string): readonly string[] {
  return text.match(token) ?? []
}

/** Returns the number of tokens in a text. Does not split the text, because it may be long. */
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

export function countToolTokens(tools: unknown): number {
  return tools === undefined ? 0 : countTokens(JSON.stringify(tools))
}

export function firstTokens(text: string, count: number): string {
  return count < 1 ? '' : tokensOf(text).slice(0, count).join('')
}

/** Matches the same characters as `\s`. */
function isSpace(unit: number): boolean {
  if (unit < 128) return unit === 32 || (unit >= 9 && unit <= 13)
  return /\s/.test(String.fromCharCode(unit))
}
