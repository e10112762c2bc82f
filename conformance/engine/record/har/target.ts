import type { Surveyed } from './survey.ts'

/** The parts of an entry that tell its gateway. */
export type Addressed = Pick<Surveyed, 'method' | 'url' | 'ours'>

/** Returns whether a method and a path below a base URL belong to an operation. */
export type IsKnown = (method: string, path: string) => boolean

/** Returns the path and query of an entry below a base URL; `undefined` for any other URL. */
export function pathBelow({ url, ours }: Surveyed, base: string): string | undefined {
  if (ours !== undefined) return ours.target === base ? ours.path : undefined
  const address = split(url)
  const wanted = split(base)
  if (address === undefined || wanted === undefined || address.origin !== wanted.origin) return undefined
  const rest = address.path.startsWith(wanted.path) ? address.path.slice(wanted.path.length) : ''
  return rest.startsWith('/') ? rest : undefined
}

/** Returns the base URLs that may be gateways, with their numbers of entries, the most frequent first. */
export function gatewaysIn(entries: readonly Addressed[], isKnown: IsKnown): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const entry of entries) {
    const base = entry.ours?.target ?? baseOf(entry, isKnown)
    if (base !== undefined) counts.set(base, (counts.get(base) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)
}

/** Returns the part of a URL before the longest path that belongs to an operation. */
function baseOf({ method, url }: Addressed, isKnown: IsKnown): string | undefined {
  const address = split(url)
  if (address === undefined) return undefined
  const { origin, path } = address
  const end = path.includes('?') ? path.indexOf('?') : path.length
  for (let at = path.indexOf('/'); at >= 0 && at < end; at = path.indexOf('/', at + 1)) {
    if (isKnown(method, path.slice(at))) return origin + path.slice(0, at)
  }
  return undefined
}

/** Splits a URL into origin and path. Keeps path and query unchanged, since a URL parser would normalise them. */
function split(url: string): { readonly origin: string; readonly path: string } | undefined {
  const [, authority, path = ''] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? []
  if (authority === undefined || !URL.canParse(authority)) return undefined
  return { origin: new URL(authority).origin, path }
}
