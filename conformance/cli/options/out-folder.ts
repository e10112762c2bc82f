import { resolve } from 'node:path'
import { factsOf, nearestThere } from '../file-facts.ts'
import { makeFolders } from '../make-folders.ts'
import { UsageError } from '../usage-error.ts'

/** The folder that reports go to, as an absolute path. It need not exist; a file of that name or above it is refused. */
export function outFolder(text: string, cwd: string): string {
  const folder = resolve(cwd, text)
  const there = nearestThere(folder)
  if (factsOf(there)?.isDirectory() === false) {
    const what = there === folder ? 'it' : there
    throw new UsageError(`--out ${text}: ${what} is not a folder; name another one`)
  }
  return folder
}

/** Makes sure that the folder is there. */
export function makeFolder(folder: string): void {
  try {
    makeFolders(folder)
  } catch (error) {
    throw new UsageError(
      `--out ${folder}: it cannot be made (${(error as NodeJS.ErrnoException).code}); name another one`,
    )
  }
}
