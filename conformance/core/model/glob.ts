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
}

const ofRequirements: IdKind = { thing: 'requirement', lister: 'mgi requirements' }

/** Returns the ids that match any of the globs. Throws a `UsageError` if a glob matches nothing. */
export function idsMatching(
  globs: readonly string[],
  ids: readonly string[],
  { thing, lister }: IdKind = ofRequirements,
): ReadonlySet<string> {
  const matching = globs.map((glob) => {
    const matched = ids.filter((id) => matchesGlob(glob, id))
    if (matched.length > 0) return matched
    const near = nearest(glob, ids)
    const hint = near === undefined ? `${lister} lists them` : `did you mean "${near}"?`
    throw new UsageError(`no ${thing} matches "${glob}" (${hint})`)
  })
  return new Set(matching.flat())
}
