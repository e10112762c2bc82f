/** Returns the number of characters of a text, as JSON Schema counts them: its code points. */
export function charactersIn(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? [...text].length : text.length
}
