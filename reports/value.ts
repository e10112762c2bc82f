/** The most characters of a value that a report repeats; the whole is in the evidence. */
const longest = 2000

/** What a finding expected: a description as it stands, any other value as JSON. */
export function expectedText(value: unknown): string {
  return typeof value === 'string' ? clipped(value) : jsonText(value)
}

/** What a finding received, as JSON. */
export function receivedText(value: unknown): string {
  return jsonText(value)
}

/** A value as one line of JSON. Total: a value too deep for JSON is said to be so. */
function jsonText(value: unknown): string {
  try {
    return clipped(JSON.stringify(value) ?? 'nothing')
  } catch {
    return 'a value nested too deep to show'
  }
}

function clipped(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`
}
