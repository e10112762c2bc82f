import { matchesGlob } from '../glob.ts'
import { suggestion } from '../nearest.ts'
import type { KnownList } from './read.ts'

/** Entries that match no requirement, a line each: no run can make them true, and each run that has them is nonconforming. */
export function unmatchedInWords({ entries, at }: KnownList, ids: readonly string[]): readonly string[] {
  return entries.flatMap(({ requirement }, index) => {
    if (ids.some((id) => matchesGlob(requirement, id))) return []
    const near = suggestion(requirement, ids)
    return [
      `${at(`/${index}/requirement`)}: no requirement matches ${requirement}${near}, and that fails the run; correct it, or take it off the list`,
    ]
  })
}
