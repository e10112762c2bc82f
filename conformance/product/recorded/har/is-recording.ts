import { closeSync, openSync, readSync } from 'node:fs'
import { syntaxOf } from '../../../engine/record/cassette/read-cassette.ts'
import { isZip } from '../../../engine/record/har/unpack.ts'

/** Returns whether a file is a HAR or seems to be a cassette, by its content. */
export function isRecording(file: string): boolean {
  return isHar(file) || syntaxOf(file) !== undefined
}

/**
 * Returns whether a file is a HAR. Decides by its beginning, or by its name if it is JSON and no other known format. A
 * zip file may contain a HAR.
 */
export function isHar(file: string): boolean {
  if (/\.zip$/i.test(file) && isZip(file)) return true
  const start = beginningOf(file)
  if (/^\{\s*"log"\s*:/.test(start)) return true
  return /\.har$/i.test(file) && start.startsWith('{') && !/^\{\s*"(kind|formatVersion)"\s*:/.test(start)
}

function beginningOf(file: string): string {
  const bytes = Buffer.alloc(4096)
  const open = openSync(file, 'r')
  try {
    const text = bytes.toString('utf8', 0, readSync(open, bytes))
    return text.replace(/^\ufeff/, '').trimStart()
  } finally {
    closeSync(open)
  }
}
