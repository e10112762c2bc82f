/** Returns the only item of a list, where a single value is expected. Returns any other value unchanged. */
export function onlyItem(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}
