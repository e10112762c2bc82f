import { renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolders } from './make-folders.ts'

/**
 * Writes to a temporary file and then moves it into place, so that the file is never incomplete. Creates its folder.
 * Returns the error of the file system as text, if there is one.
 */
export async function replaceFile(
  file: string,
  write: (part: string) => void | Promise<void>,
): Promise<string | undefined> {
  const part = `${file}.part`
  try {
    makeFolders(dirname(file))
    remove(part)
    await write(part)
    renameSync(part, file)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    remove(part)
    // Aborts have a number as their code.
    if (typeof code !== 'string') throw error
    return `${file} cannot be written (${code})`
  }
}

/** Removes a temporary file. Ignores errors, because a file that cannot be written often cannot be removed either. */
function remove(part: string): void {
  try {
    rmSync(part, { force: true })
  } catch {}
}
