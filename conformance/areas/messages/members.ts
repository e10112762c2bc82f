/** JSON objects read without trust. */
export type Members = Readonly<Record<string, unknown>>

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The member of that name, where there is an object that has one of its own. */
export function member(value: unknown, name: string): unknown {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** The value that a chain of member names leads to. */
export function memberAt(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(member, value)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
