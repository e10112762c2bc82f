import { Buffer } from 'node:buffer'
import { pngChunk, pngChunks } from '../../core/wire/png.ts'
import { uploads } from '../../specification/areas/images/uploads.ts'
import { newWord } from './marks.ts'

/**
 * Returns a square picture with transparency that no other request has, in base64. A text chunk makes its bytes unique
 * (PNG specification §11.3.4.3).
 */
export function newPicture(): string {
  const whole = Buffer.concat([uploads.square.bytes()].flat())
  const last = [...pngChunks(whole)].at(-1)!
  const note = pngChunk('tEXt', Buffer.from(`Comment\0${newWord()}`, 'latin1'))
  return Buffer.concat([whole.subarray(0, last.start), ...note, whole.subarray(last.start)]).toString('base64')
}
