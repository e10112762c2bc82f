import { matchesGlob } from '../../model/glob.ts'
import { suggestion } from '../../model/nearest.ts'
import type { ResultName } from '../../model/report.ts'
import { isNamed } from './names.ts'
import type { KnownList } from './read.ts'

/** Entries that name nothing, a line each: no run can make them true, and each run that has them is nonconforming. */
export function unmatchedInWords({ entries, at }: KnownList, names: readonly ResultName[]): readonly string[] {
  const ids = [...new Set(names.map(({ requirement }) => requirement))]
  return entries.flatMap((entry, index) => {
    if (names.some((name) => isNamed(entry, name))) return []
    const { requirement, operations = [] } = entry
    const isKnown = ids.some((id) => matchesGlob(requirement, id))
    const [place, what] = isKnown
      ? [`/${index}/operations`, `${requirement} has no result on ${operations.join(', ')}`]
      : [`/${index}/requirement`, `no requirement matches ${requirement}${suggestion(requirement, ids)}`]
    return [`${at(place)}: ${what}, and that fails the run; correct it, or take it off the list`]
  })
}
