import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileNames } from '../../reports/formats.ts'
import { isOurs } from '../files/own-files.ts'
import { type Destination, isSameFile } from './destinations.ts'

/**
 * Removes reports of an earlier run that this run did not write, since they would contradict the new ones. Only files
 * with the default names are considered. Returns the names of the removed files.
 */
export function removeFormerReports(out: string, destinations: readonly Destination[]): readonly string[] {
  const names = Object.values(fileNames).filter((name) => name !== null)
  return names.filter((name) => {
    const path = join(out, name)
    const isWritten = destinations.some(({ file }) => file !== null && isSameFile(file, path))
    return !isWritten && isRemoved(path)
  })
}

/** Describes the removed files; `undefined` if there are none. */
export function removedInWords(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `removed ${names.join(', ')} of an earlier run`
}

/** Removes a file if it is ours and can be removed. */
function isRemoved(path: string): boolean {
  try {
    if (!isOurs(path)) return false
    rmSync(path)
    return true
  } catch {
    return false
  }
}
