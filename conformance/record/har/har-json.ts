/** Small questions to the JSON of a HAR, which any program may have written. Each answers for any value. */

export type JsonObject = Readonly<Record<string, unknown>>

/** The value as an object; one without members where it is none. */
export function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A finite number; some programs write numbers as text. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A size in bytes; -1 is how a HAR says that nobody knows. */
export function asSize(value: unknown): number | undefined {
  const size = asNumber(value)
  return size !== undefined && size >= 0 ? size : undefined
}
