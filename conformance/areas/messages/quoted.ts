const longest = 200

/** A JSON value as it is shown in a message: cut where it is long, and never an exception where it is deep. */
export function quoted(value: unknown): string {
  try {
    const text = JSON.stringify(value) ?? 'nothing'
    return text.length > longest ? `${text.slice(0, longest)}…` : text
  } catch {
    return 'a deeply nested value'
  }
}
