import type { ImageFacts } from '../../wire/image-facts.ts'
import type { Bytes } from '../../wire/multipart.ts'
import { paddedPieces } from '../../wire/pad-png.ts'
import { type Upload, uploads } from './uploads.ts'

/** What a request schema is told of one file of a form (`schemas/images/file.json`). */
export interface FileFacts extends ImageFacts {
  readonly field: 'image' | 'image[]' | 'mask'
}

/** The facts of one of our own files, sent in a field. */
export function fileIn(field: FileFacts['field'], { facts }: Upload): FileFacts {
  return { field, ...facts }
}

/** Files larger than this are known ones only: nobody pads megabytes to find out what a request would say. */
const mostPadded = 1_000_000

/** A file with these facts: one of ours, or one of ours padded. Throws where none can have them. */
export function bytesWith(facts: FileFacts): Bytes {
  const known = Object.values<Upload>(uploads)
  const same = known.find((upload) => upload.facts.digest === facts.digest && isLike(upload.facts, facts))
  if (same !== undefined && same.facts.bytes === facts.bytes) return same.bytes()
  const alike = known.find((upload) => upload.facts.bytes <= facts.bytes && isLike(upload.facts, facts))
  if (alike?.facts.format !== 'png' || facts.bytes > mostPadded)
    throw new RangeError(`there is no file with ${JSON.stringify(facts)}`)
  return paddedPieces(whole(alike.bytes()), facts.bytes)
}

/** Whether two files look the same, whatever their length. */
function isLike(one: ImageFacts, other: ImageFacts): boolean {
  return (['format', 'width', 'height', 'square', 'alpha'] as const).every((fact) => one[fact] === other[fact])
}

function whole(bytes: Bytes): Uint8Array {
  return bytes instanceof Uint8Array ? bytes : Buffer.concat(bytes)
}
