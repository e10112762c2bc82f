import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs'

/**
 * The mode of files with traffic: evidence, results and reports. They hold whole bodies, so only their owner may read
 * them until somebody decides to share them.
 */
export const ofOwner = 0o600

/** A file that is being written. Its errors name it. */
export interface OpenOutput {
  /** Returns the number of bytes that were written, which are all. */
  write(content: string | Uint8Array): number
  close(): void
}

/** Writes bytes to an open file, beginning at `from`, and returns how many were written. As `writeSync`. */
export type WriteBytes = (file: number, bytes: Uint8Array, from: number) => number

/**
 * Starts a file that only its owner may read, in place of one that exists. The former one is removed, because its mode
 * and its links would stay. `write` is for tests of a full disk.
 */
export function createFile(path: string, write: WriteBytes = writeSync): OpenOutput {
  const file = named(path, () => {
    removeFile(path)
    return openSync(path, 'wx', ofOwner)
  })
  return {
    write: (content) => {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
      return named(path, () => {
        let written = 0
        while (written < bytes.length) written += write(file, bytes, written)
        return written
      })
    },
    close: () => closeSync(file),
  }
}

/** Writes a whole file that only its owner may read. */
export function writeFile(path: string, content: string | Uint8Array): void {
  const file = createFile(path)
  try {
    file.write(content)
  } finally {
    file.close()
  }
}

/** Removes a file or a link, if there is one. */
function removeFile(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Adds the path to errors of the file system, which do not name a file that is open already. */
function named<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    const failed = error as NodeJS.ErrnoException
    if (typeof failed.code === 'string') failed.path ??= path
    throw error
  }
}
