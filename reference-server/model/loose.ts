/** Readers of values with any type. A server with a fault accepts anything. */

/** Returns the object, or an empty one. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

/** Returns the list, or an empty one. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the strings of a list. */
export function stringsIn(value: unknown): readonly string[] {
  return listIn(value).filter((item) => typeof item === 'string')
}

/** Returns the string, or an empty one. */
export function stringIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the number, or `undefined`. */
export function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Returns whether a value is an object, neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
