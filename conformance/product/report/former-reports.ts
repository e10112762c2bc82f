import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileNames } from '../../../reports/formats.ts'
import { isOurs } from '../../core/files/own-files.ts'
import { type Destination, isSameFile } from './destinations.ts'

/**
 * Removes reports of an earlier run that this run did not replace, because they would contradict the new ones.
 * Considers only files with the default names. Returns the names of the removed files.
 */
export function removeFormerReports(out: string, destinations: readonly Destination[]): readonly string[] {
  const names = Object.values(fileNames).filter((name) => name !== null)
  return names.filter((name) => {
    const path = join(out, name)
    const isWritten = destinations.some(({ file }) => file !== null && isSameFile(file, path))
    return !isWritten && isRemoved(path)
  })
}

/** Describes the removed files. Returns `undefined` if there are none. */
export function removedInWords(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `removed ${names.join(', ')} of an earlier run`
}

/** Removes a file if this suite wrote it. Returns whether it was removed. */
function isRemoved(path: string): boolean {
  try {
    if (!isOurs(path)) return false
    rmSync(path)
    return true
  } catch {
    return false
  }
}
