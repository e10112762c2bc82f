import { accessSync, constants, lstatSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns the facts about a path. Returns `undefined` if it does not exist, including if a parent is a file. */
export function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Returns whether a path names a device, a pipe or a link, which a command would replace by a file. */
export function isSpecial(path: string): boolean {
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false })
    return facts !== undefined && !facts.isFile() && !facts.isDirectory()
  } catch {
    return false
  }
}

/** Returns whether this user can create files in a folder. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

export function nearestExistingPath(path: string): string {
  return factsOf(path) === undefined && path !== dirname(path) ? nearestExistingPath(dirname(path)) : path
}
