const longest = 200

/** Quotes a JSON value for a message. Truncates long values, and does not throw for deeply nested ones. */
export function quoted(value: unknown): string {
  try {
    const text = JSON.stringify(value) ?? 'nothing'
    return text.length > longest ? `${text.slice(0, longest)}…` : text
  } catch {
    return 'a deeply nested value'
  }
}
