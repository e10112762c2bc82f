/** Placeholder until the area is built. */
export function renameToCamel(value: unknown): unknown {
  return value
}
