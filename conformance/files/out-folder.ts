import { resolve } from 'node:path'
import { UsageError } from '../model/usage-error.ts'
import { factsOf, nearestThere } from './file-facts.ts'
import { makeFolders } from './make-folders.ts'

/** A folder to write to, the one for reports unless an option is named, as an absolute path. It need not exist; a file of that name or above it is rejected. */
export function outFolder(text: string, cwd: string, option = '--out'): string {
  const folder = resolve(cwd, text)
  const there = nearestThere(folder)
  if (factsOf(there)?.isDirectory() === false) {
    const what = there === folder ? 'it' : there
    throw new UsageError(`${option} ${text}: ${what} is not a folder; name another one`)
  }
  return folder
}

/** Makes sure that the folder is there. */
export function makeFolder(folder: string, option = '--out'): void {
  try {
    makeFolders(folder)
  } catch (error) {
    throw new UsageError(
      `${option} ${folder}: it cannot be made (${(error as NodeJS.ErrnoException).code}); name another one`,
    )
  }
}
