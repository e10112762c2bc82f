import { type Area, areas } from '../../../core/model/vocabulary.ts'
import type { Vocabulary } from '../../../engine/record/evidence/frame.ts'
import type { Surveyed } from '../../../engine/record/har/survey.ts'
import { pathBelow } from '../../../engine/record/har/target.ts'

/** Returns the path and query of an entry below the base URL of its area. Returns `undefined` for other URLs. */
export type PathOf = (entry: Surveyed) => string | undefined

interface Bases {
  readonly target: string
  readonly vocabulary: Vocabulary
  readonly areaOf: (method: string, path: string) => Area | undefined
}

export function pathsBelow({ target, vocabulary: { baseUrls = {} }, areaOf }: Bases): PathOf {
  return (entry) => {
    const path = pathBelow(entry, target)
    // HARs of this suite state the target and the path of each exchange.
    if (entry.ours !== undefined) return path
    const area = path === undefined ? undefined : areaOf(entry.method, path)
    if (path !== undefined && (area === undefined || baseUrls[area] === undefined)) return path
    for (const one of areas) {
      const base = baseUrls[one]
      const below = base === undefined ? undefined : pathBelow(entry, base)
      if (below !== undefined && areaOf(entry.method, below) === one) return below
    }
    return undefined
  }
}
