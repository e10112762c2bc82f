import { renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolders } from './make-folders.ts'

/**
 * Has a file written beside its place and then put there, so that it is there whole or not at all; makes its folder.
 * Where the file system does not let it, answers with that in words.
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
