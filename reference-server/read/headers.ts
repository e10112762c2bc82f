import type { IncomingHttpHeaders } from 'node:http'

/** Returns the headers that a schema describes, under the specification's names; repeated ones are joined by `, `. */
export function namedHeaders(
  received: IncomingHttpHeaders,
  wanted: Readonly<Record<string, readonly string[]>>,
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of Object.keys(wanted)) {
    const alias = wanted[name]!.find((candidate) => received[candidate] !== undefined)
    if (alias !== undefined) found[name] = joined(received[alias]!)
  }
  return found
}

function joined(value: string | string[]): string {
  return typeof value === 'string' ? value : value.join(', ')
}
