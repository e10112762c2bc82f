/** Reading values of any shape without ever throwing. */
export type Members = Readonly<Record<string, unknown>>

/** The object's members; of anything else, none. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

/** The array's items; of anything else, none. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A member under its camelCase name or else its snake_case spelling (interpretation C1). */
export function spelled(value: unknown, camel: string, snake: string): unknown {
  const members = membersOf(value)
  return members[camel] ?? members[snake]
}
