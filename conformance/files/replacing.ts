import { renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolders } from './make-folders.ts'

/**
 * Writes a file beside its place and then moves it there, so that it is never incomplete. Makes its folder. Returns the
 * error of the file system as text, if there is one.
 */
export async function replaceFile(
  file: string,
  write: (part: string) => void | Promise<void>,
): Promise<string | undefined> {
  const part = `${file}.part`
  try {
    makeFolders(dirname(file))
    await write(part)
    renameSync(part, file)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    remove(part)
    return `${file} cannot be written (${code})`
  }
}

/** A file that cannot be written can often not be removed either. */
function remove(part: string): void {
  try {
    rmSync(part, { force: true })
  } catch {}
}
