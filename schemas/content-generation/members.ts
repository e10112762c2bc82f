/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>

/** Returns the members of an object, and none for any other value. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

/** Returns the items of an array, and none for any other value. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a member by its camelCase name, or else by its snake_case name (interpretation C1). */
export function spelled(value: unknown, camel: string, snake: string): unknown {
  const members = membersOf(value)
  return members[camel] ?? members[snake]
}
