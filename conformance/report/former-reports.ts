import { closeSync, lstatSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileNames } from '../../reports/formats.ts'
import { type Destination, isSame } from './destinations.ts'

/** Every report of this suite contains one of these near its beginning. Any other file is not ours. */
const marks = ['model-gateway-conformance', 'model gateway interface']

/** The bytes at the beginning of a file that are searched for the marks. */
const beginning = 64 * 1024

/**
 * Removes reports of an earlier run that this run did not write, since they would contradict the new ones. Only files
 * with the default names are considered. Returns the names of the removed files.
 */
export function removeFormerReports(out: string, destinations: readonly Destination[]): readonly string[] {
  const names = Object.values(fileNames).filter((name) => name !== null)
  return names.filter((name) => {
    const path = join(out, name)
    const isWritten = destinations.some(({ file }) => file !== null && isSame(file, path))
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

/** Tells whether a file is a report or evidence of this suite. */
export function isOurs(path: string): boolean {
  const bytes = Buffer.alloc(beginning)
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false
  const file = openSync(path, 'r')
  try {
    const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, beginning, 0))
    return marks.some((mark) => text.includes(mark))
  } finally {
    closeSync(file)
  }
}
