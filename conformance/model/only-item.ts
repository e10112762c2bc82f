/** The one item of a list that stands where a single value has to; any other value as it is. */
export function onlyItem(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}
