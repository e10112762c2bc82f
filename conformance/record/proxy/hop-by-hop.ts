/** Header fields that belong to one connection and are not passed on (RFC 9110, section 7.6.1). */
const connectionFields = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** A flat list of names and values without those that belong to a connection, those that it names, and `others`. */
export function withoutHopByHop(flat: readonly string[], others: readonly string[] = []): string[] {
  const named = valuesOf(flat, 'connection').flatMap((value) => value.toLowerCase().split(/\s*,\s*/))
  const left = new Set([...connectionFields, ...named, ...others])
  return flat.filter((_, at) => !left.has((flat[at - (at % 2)] ?? '').toLowerCase()))
}

/** The values of a header in a flat list of names and values. */
export function valuesOf(flat: readonly string[], name: string): readonly string[] {
  return flat.filter((_, at) => at % 2 === 1 && flat[at - 1]?.toLowerCase() === name)
}
