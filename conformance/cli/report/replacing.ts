import { renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Io } from '../io.ts'
import { makeFolders } from '../make-folders.ts'

/**
 * Has a file written beside its place and then put there, so that it is there whole or not at all; makes its folder.
 * Where the file system does not let it, says so on stderr and answers `false`.
 */
export async function isReplaced(
  file: string,
  write: (part: string) => void | Promise<void>,
  { stderr }: Pick<Io, 'stderr'>,
): Promise<boolean> {
  const part = `${file}.part`
  try {
    makeFolders(dirname(file))
    await write(part)
    renameSync(part, file)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    remove(part)
    stderr.write(`mgi: ${file} cannot be written (${code})\n`)
    return false
  }
}

/** What cannot be written can often not be removed either. */
function remove(part: string): void {
  try {
    rmSync(part, { force: true })
  } catch {}
}
