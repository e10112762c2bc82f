import type { Recognise } from '../../media/decode-multipart.ts'
import type { ImageFacts } from '../../media/image-facts.ts'
import type { Bytes } from '../../media/multipart.ts'
import { paddedPieces } from '../../media/pad-png.ts'
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

const largeOnes = Object.values<Upload>(uploads).filter(({ facts }) => facts.bytes > mostPadded)

/**
 * The facts of the large file of our own that a part's bytes begin with. It is known by comparing it, which is several
 * times quicker than to look what it is.
 */
export const recogniseLarge: Recognise<ImageFacts> = (bytes) => {
  const found = largeOnes.find(({ facts, bytes: own }) => mayEndAt(bytes, facts.bytes) && beginsWith(bytes, own()))
  return found && { known: found.facts, length: found.facts.bytes }
}

/** Whether what follows there may be a delimiter: a look at four bytes spares one at megabytes. */
function mayEndAt(bytes: Uint8Array, end: number): boolean {
  return Buffer.from(bytes.subarray(end, end + 4)).toString('latin1') === '\r\n--'
}

function beginsWith(bytes: Uint8Array, all: Bytes): boolean {
  let from = 0
  return [all].flat().every((piece) => {
    const start = from
    from += piece.length
    return Buffer.compare(bytes.subarray(start, from), piece) === 0
  })
}

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
