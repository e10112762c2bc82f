import { hash } from 'node:crypto'

/** A value reduced to digests: equal values have equal ones, and parts can be left out without keeping the value. */
export interface Fingerprint {
  readonly digest: string
  /** The members of an object or array; absent for scalars and for files, which are judged as a whole. */
  readonly members?: ReadonlyMap<string, Fingerprint>
}

/** Reduces a JSON value. Key order does not matter. Bounded in depth: what lies deeper counts as text. */
export function fingerprint(value: unknown, depth = 0): Fingerprint {
  if (typeof value !== 'object' || value === null || depth > 40 || isFile(value)) return scalar(value)
  const names = Object.keys(value).sort()
  const members = new Map(names.map((name) => [name, fingerprint((value as Record<string, unknown>)[name], depth + 1)]))
  return { digest: combined(members), members }
}

/** The digest of a value without the places at `pointers`, wherever they exist. */
export function digestWithout(whole: Fingerprint, pointers: readonly string[]): string {
  return without(
    whole,
    pointers.map((pointer) => pointer.split('/').slice(1)),
  )
}

function without(node: Fingerprint, paths: readonly (readonly string[])[]): string {
  if (node.members === undefined) return node.digest
  const kept = new Map<string, Fingerprint>()
  for (const [name, member] of node.members) {
    const below = paths.filter(([first]) => first === unescaped(name)).map((path) => path.slice(1))
    if (below.length === 0) kept.set(name, member)
    else if (!endsHere(member, below)) kept.set(name, { digest: without(member, below) })
  }
  return combined(kept)
}

/** A path that ends at a member, or goes on inside a file or scalar, takes the whole member out. */
function endsHere(member: Fingerprint, below: readonly (readonly string[])[]): boolean {
  return member.members === undefined || below.some((path) => path.length === 0)
}

function unescaped(name: string): string {
  return name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

function isFile(value: object): boolean {
  return 'digest' in value && 'format' in value
}

function scalar(value: unknown): Fingerprint {
  const text = textOf(value)
  return { digest: text.length <= 40 ? text : hash('sha1', text, 'base64') }
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined'
  } catch {
    return 'a value too deep to be written'
  }
}

function combined(members: ReadonlyMap<string, Fingerprint>): string {
  const parts = [...members].map(([name, { digest }]) => `${JSON.stringify(name)}:${digest}`)
  return hash('sha1', parts.join('\n'), 'base64')
}
