import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../text/usage-error.ts'
import { factsOf, nearestExistingPath } from './file-facts.ts'
import { makeFolders } from './make-folders.ts'

/**
 * Returns the absolute path of a folder to write to. `option` is the option that named it, by default `--out`. The
 * folder need not exist. Throws a `UsageError` if the path or one of its parents is a file.
 */
export function outFolder(text: string, cwd: string, option = '--out'): string {
  const folder = resolve(cwd, text)
  const there = nearestExistingPath(folder)
  if (factsOf(there)?.isDirectory() === false) {
    const what = there === folder ? 'it' : there
    throw new UsageError(`${option} ${text}: ${what} is not a folder; name another one`)
  }
  return folder
}

/** Creates the folder if it is missing. Throws a `UsageError` if that fails, or if files cannot be written to it. */
export function makeFolder(folder: string, option = '--out'): void {
  const attempt = (act: () => void, what: string) => {
    try {
      act()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new UsageError(`${option} ${folder}: it cannot be ${what} (${code}); name another one`)
    }
  }
  attempt(() => makeFolders(folder), 'created')
  attempt(() => accessSync(folder, constants.W_OK), 'written')
}
