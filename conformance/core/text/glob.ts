import { nearest } from './nearest.ts'
import { UsageError } from './usage-error.ts'

/** Returns whether a text matches a glob. `*` matches any characters, `?` exactly one. */
export function matchesGlob(glob: string, text: string): boolean {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, 's').test(text)
}

/** The kind of a list of ids, and the command that prints it. */
export interface IdKind {
  readonly thing: string
  readonly lister: string
  /** Returns the place of a glob, for messages: its option, or its line in a file. */
  readonly placeOf?: (index: number) => string
}

export const requirementIds: IdKind = { thing: 'requirement', lister: 'mgi requirements' }

/** Returns the ids that match any of the globs. Throws a `UsageError` if a glob matches nothing. */
export function idsMatching(
  globs: readonly string[],
  ids: readonly string[],
  { thing, lister, placeOf }: IdKind = requirementIds,
): ReadonlySet<string> {
  const matching = globs.map((glob, index) => {
    const matched = ids.filter((id) => matchesGlob(glob, id))
    if (matched.length > 0) return matched
    const near = nearest(glob, globsLike(glob, ids)) ?? globWithin(glob, ids)
    const hint = near === undefined ? `${lister} lists them` : `did you mean "${near}"?`
    const place = placeOf === undefined ? '' : `${placeOf(index)}: `
    throw new UsageError(`${place}no ${thing} matches "${glob}" (${hint})`)
  })
  return new Set(matching.flat())
}

/** Returns the words that a glob without a match may mean: the ids and, for `message.*`, each area as `messages.*`. */
export function globsLike(glob: string, ids: readonly string[]): readonly string[] {
  if (!glob.endsWith('.*')) return ids
  return [...ids, ...new Set(ids.filter((one) => one.includes('.')).map(areaGlob))]
}

/** The fewest characters of a text that say which ids may be meant. */
const fewest = 4

/**
 * Returns a glob of the ids that contain a text, for a user who knows a part of an id: `messages.stop*` for `messages.stop`.
 * Leaves out characters at the end of the text until there are such ids; `undefined` if too few characters are left.
 */
function globWithin(text: string, ids: readonly string[]): string | undefined {
  const plain = text.replaceAll('*', '')
  // At least half of the text must match, and one character after the area.
  const least = Math.max(fewest, plain.indexOf('.') + 2, Math.ceil(plain.length / 2))
  for (let length = plain.length; length >= least; length--) {
    const part = plain.slice(0, length)
    const found = [`${part}*`, `*${part}*`].find((glob) => ids.some((id) => matchesGlob(glob, id)))
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the glob of all requirements of the area of one, for example `messages.*`. */
export function areaGlob(id: string): string {
  return `${id.slice(0, id.indexOf('.'))}.*`
}
