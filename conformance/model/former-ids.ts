import { matchesGlob } from './glob.ts'
import { areas } from './vocabulary.ts'

/** Renamed requirements whose ids changed otherwise than in their last word. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['messages.max-tokens-beyond-refused', 'messages.max-tokens-below-rejected'],
  ['messages.top-k-beyond-refused', 'messages.top-k-below-rejected'],
])

const formerEnd = '-refused'
const end = '-rejected'
const prefixes = new Set<string>([...areas, 'usage', 'content'])

/**
 * Returns the present id of a requirement. Before the first release ids ended in `-refused` that end in `-rejected` now.
 * Evidence and lists of known failures may hold such ids.
 */
export function currentId(id: string): string {
  const other = renamed.get(id)
  if (other !== undefined) return other
  return id.endsWith(formerEnd) && isOurs(id) ? `${id.slice(0, -formerEnd.length)}${end}` : id
}

/** Returns whether a glob matches the id of a requirement, or its former id. */
export function matchesRequirement(glob: string, id: string): boolean {
  if (matchesGlob(glob, id)) return true
  const former = [...renamed].find(([, present]) => present === id)?.[0] ?? formerId(id)
  return former !== undefined && matchesGlob(glob, former)
}

function formerId(id: string): string | undefined {
  return id.endsWith(end) && isOurs(id) ? `${id.slice(0, -end.length)}${formerEnd}` : undefined
}

/** Plugins have prefixes of their own. */
function isOurs(id: string): boolean {
  return prefixes.has(id.slice(0, id.indexOf('.')))
}
