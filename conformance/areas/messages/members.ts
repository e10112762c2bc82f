/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an own member of an object; `undefined` for any other value. */
export function member(value: unknown, name: string): unknown {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Returns the value at a chain of member names. */
export function memberAt(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(member, value)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
