/** Reads of values whose shape nobody has vouched for: a server with a fault lets anything through. */

/** The object, or one without members. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

/** The list, or an empty one. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The strings of a list. */
export function stringsIn(value: unknown): readonly string[] {
  return listIn(value).filter((item) => typeof item === 'string')
}

/** The string, or an empty one. */
export function stringIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The number, or `undefined`. */
export function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Whether a value is an object with members: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
