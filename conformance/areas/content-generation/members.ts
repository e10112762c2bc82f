/** An object's members. */
export type Members = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object's members; of anything else, none. */
export function membersOf(value: unknown): Members {
  return isObject(value) ? value : {}
}

/** The array's items; of anything else, none. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value where it is a number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
