import { type Stats, statSync } from 'node:fs'

/** What is at a path; `undefined` where nothing is, or nothing can be because something above it is a file. */
export function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
