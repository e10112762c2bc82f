import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns the facts about a path; `undefined` if nothing is there, or nothing can be because a parent is a file. */
export function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The path, or the nearest one above it that is there. */
export function nearestThere(path: string): string {
  return factsOf(path) === undefined && path !== dirname(path) ? nearestThere(dirname(path)) : path
}
