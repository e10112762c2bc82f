const longest = 200

/** Quotes a JSON value for a message: clips it if it is long, and never throws if it is deep. */
export function quoted(value: unknown): string {
  try {
    const text = JSON.stringify(value) ?? 'nothing'
    return text.length > longest ? `${text.slice(0, longest)}…` : text
  } catch {
    return 'a deeply nested value'
  }
}
