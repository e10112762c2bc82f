import { readSync } from 'node:fs'
import { asObject, type JsonObject } from './har-json.ts'
import type { EntryPlace } from './scan.ts'

/** No entry that can be judged is longer; one that is would not fit into memory. */
const longestEntry = 128 * 1024 * 1024

/** The bytes of an entry; `undefined` where it is too long to be read. */
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

/** An entry as JSON; `undefined` where it is none. */
export function parseEntry(bytes: Buffer | undefined): JsonObject | undefined {
  if (bytes === undefined) return undefined
  try {
    return asObject(JSON.parse(bytes.toString('utf8')))
  } catch {
    return undefined
  }
}
