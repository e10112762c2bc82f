import { readSync } from 'node:fs'
import { type Members, membersOf } from '../../../../schemas/json.ts'
import type { EntryPlace } from './scan.ts'

/** The greatest length of an entry in bytes. A longer one would not fit into memory. */
const longestEntry = 128 * 1024 * 1024

/** Returns the bytes of an entry; `undefined` if it is too long. */
export function entryBytes(file: number, { offset, length }: EntryPlace): Buffer | undefined {
  if (length > longestEntry) return undefined
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const more = readSync(file, bytes, read, length - read, offset + read)
    if (more === 0) return undefined
    read += more
  }
  return bytes
}

/** Parses an entry; `undefined` if it is no JSON object. */
export function parseEntry(bytes: Buffer | undefined): Members | undefined {
  if (bytes === undefined) return undefined
  try {
    return membersOf(JSON.parse(bytes.toString('utf8')))
  } catch {
    return undefined
  }
}
