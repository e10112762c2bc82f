import { type Bytes, inOnePiece } from '../../../core/wire/bytes.ts'
import type { ImageFacts } from '../../../core/wire/image-facts.ts'
import { paddedPieces } from '../../../core/wire/pad-png.ts'
import { type Upload, uploads } from './uploads.ts'

/** The facts about one file of a form that a request schema describes (`schemas/images/file.json`). */
export interface FileFacts extends ImageFacts {
  readonly field: 'image' | 'image[]' | 'mask'
}

export function fileIn(field: FileFacts['field'], { facts }: Upload): FileFacts {
  return { field, ...facts }
}

/**
 * The maximum size in bytes of a padded file, so that reading a request never pads megabytes. Larger files are
 * fixtures.
 */
const mostPadded = 1_000_000

/** Returns a file with these facts, padded if necessary. Throws if no file can have them. */
export function bytesWith(facts: FileFacts): Bytes {
  const known = Object.values<Upload>(uploads)
  const same = known.find((upload) => upload.facts.digest === facts.digest && isLike(upload.facts, facts))
  if (same !== undefined && same.facts.bytes === facts.bytes) return same.bytes()
  const alike = known.find((upload) => upload.facts.bytes <= facts.bytes && isLike(upload.facts, facts))
  if (alike?.facts.format !== 'png' || facts.bytes > mostPadded)
    throw new RangeError(`there is no file with ${JSON.stringify(facts)}`)
  return paddedPieces(inOnePiece(alike.bytes()), facts.bytes)
}

/** Returns whether two files have the same facts, except for their length. */
function isLike(one: ImageFacts, other: ImageFacts): boolean {
  return (['format', 'width', 'height', 'square', 'alpha'] as const).every((fact) => one[fact] === other[fact])
}
