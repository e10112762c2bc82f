import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns the facts about a path. Returns `undefined` if it does not exist, including if a parent is a file. */
export function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Returns the path, or its nearest parent that exists. */
export function nearestExistingPath(path: string): string {
  return factsOf(path) === undefined && path !== dirname(path) ? nearestExistingPath(dirname(path)) : path
}
