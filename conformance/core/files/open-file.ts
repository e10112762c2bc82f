import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join, sep } from 'node:path'
import { UsageError } from '../text/usage-error.ts'
import { factsOf } from './file-facts.ts'

/**
 * Opens a regular file for reading. Throws a `UsageError` for everything else, before it is opened: a FIFO would wait
 * for a writer, and a device may never end. All files that others may have made are opened here.
 */
export function openFile(path: string): number {
  if (!isReadable(statSync(path))) throw notRegular(path)
  // The file may have been replaced since. Without O_NONBLOCK, opening a FIFO would wait.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  if (isReadable(fstatSync(file))) return file
  closeSync(file)
  throw notRegular(path)
}

/** Reads a regular file. */
export function readFile(path: string): Buffer {
  const file = openFile(path)
  try {
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** Reads at most `length` bytes from the beginning of a regular file. */
export function beginningOf(path: string, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const file = openFile(path)
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0))
  } finally {
    closeSync(file)
  }
}

/**
 * Returns the path of a file in a folder, if it is there. Throws a `UsageError` if it is a link that leads out of the
 * folder: whoever names a folder does not expect other files to be read.
 */
export function fileInFolder(folder: string, name: string): string | undefined {
  const path = join(folder, name)
  if (factsOf(path) === undefined) return undefined
  if (realpathSync(path).startsWith(`${realpathSync(folder)}${sep}`)) return path
  throw new UsageError(`${path} is a link that leads out of its folder; name the file that it leads to`)
}

/** Returns whether reading ends by itself. Reading a folder fails with EISDIR, which callers report. */
function isReadable(facts: Stats): boolean {
  return facts.isFile() || facts.isDirectory()
}

function notRegular(path: string): UsageError {
  return new UsageError(`${path} is not a regular file; write its content to a file, and name that`)
}

/** Returns the text in the first bytes of a file, without a byte order mark and leading white space. */
export function textStartOf(path: string, bytes: number): string {
  return beginningOf(path, bytes)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
}
