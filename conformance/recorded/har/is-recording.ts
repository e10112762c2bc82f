import { syntaxOf } from '../../record/cassette/read-cassette.ts'
import { isHar } from './is-har.ts'

/** Returns whether a file is a HAR or seems to be a cassette, by its content. */
export function isRecording(file: string): boolean {
  return isHar(file) || syntaxOf(file) !== undefined
}
