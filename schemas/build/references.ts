/** Returns every `$ref` below a value. */
export function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

/**
 * Moves keywords next to a `$ref` into an `allOf` with it, because bundling would let one override the other. Omits the
 * keywords in `without`.
 */
export function withoutSiblings(value: unknown, without: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((inner) => withoutSiblings(inner, without))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !without.includes(key))
  const members = Object.fromEntries(kept.map(([key, inner]) => [key, withoutSiblings(inner, without)]))
  const { $ref, allOf = [], ...siblings } = members
  if (typeof $ref !== 'string' || Object.keys(members).length === 1) return members
  return { allOf: [{ $ref }, ...(allOf as unknown[])], ...siblings }
}
