/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>

/** Returns whether a value is a JSON object. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the members of an object, or an empty object for other values. */
export function membersOf(value: unknown): Members {
  return isObject(value) ? value : {}
}

/** Returns the items of an array, or an empty array for other values. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the only item of a list, where a single value is expected. Returns any other value unchanged. */
export function onlyItem(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}

/** Returns an own member of an object, or `undefined` for other values. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function memberAt(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(member, value)
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
