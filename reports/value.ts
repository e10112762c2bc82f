import { counted } from '../conformance/core/text/counted.ts'

/** The maximum number of characters of a value in a report. The evidence has the complete value. */
const longest = 2000

/** Returns the expected value of a finding: a description unchanged, any other value as JSON. */
export function expectedText(value: unknown): string {
  return typeof value === 'string' ? clipped(value, longest) : jsonText(value)
}

export function receivedText(value: unknown): string {
  return jsonText(value)
}

/** Returns a value as one line of JSON, or a note if the value is nested too deeply. */
function jsonText(value: unknown): string {
  try {
    return clipped(JSON.stringify(value) ?? 'nothing', longest)
  } catch {
    return 'a value nested too deep to show'
  }
}

/** Shortens a text, and adds its length if it was shortened. */
export function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${counted(text.length, 'character')})`
}
