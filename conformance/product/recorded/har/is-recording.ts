import { textStartOf } from '../../../core/files/open-file.ts'
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
  const start = textStartOf(file, 4096)
  if (/^\{\s*"log"\s*:/.test(start)) return true
  return /\.har$/i.test(file) && start.startsWith('{') && !/^\{\s*"(kind|formatVersion)"\s*:/.test(start)
}
