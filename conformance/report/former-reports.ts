import { closeSync, lstatSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileNames } from '../../reports/formats.ts'
import { type Destination, isSame } from './destinations.ts'

/** Every report of this suite says one of these near its beginning; what does not is somebody else's file. */
const marks = ['model-gateway-conformance', 'model gateway interface']

/** How far into a file the marks are looked for, in bytes. */
const beginning = 64 * 1024

/**
 * Removes from the folder for reports those of an earlier run that this run did not write: beside the new ones they
 * would contradict them. Only files under the usual names are looked at. Answers with the names of those removed.
 */
export function removeFormerReports(out: string, destinations: readonly Destination[]): readonly string[] {
  const names = Object.values(fileNames).filter((name) => name !== null)
  return names.filter((name) => {
    const path = join(out, name)
    const isWritten = destinations.some(({ file }) => file !== null && isSame(file, path))
    return !isWritten && isRemoved(path)
  })
}

/** What was removed, in words; `undefined` where nothing was. */
export function removedInWords(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `removed ${names.join(', ')} of an earlier run`
}

/** What cannot be read or removed stays. */
function isRemoved(path: string): boolean {
  try {
    if (!isOurs(path)) return false
    rmSync(path)
    return true
  } catch {
    return false
  }
}

/** Whether a file is a report or evidence of this suite. */
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
