import { type ImageFacts, imageFacts } from '../../media/image-facts.ts'
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

/** The facts of any file received in a field. */
export function factsOf(field: FileFacts['field'], bytes: Uint8Array): FileFacts {
  return { field, ...(knownFacts(bytes) ?? imageFacts(bytes)) }
}

/** Our own large files are known by comparing them, which is several times quicker than to look what they are. */
function knownFacts(bytes: Uint8Array): ImageFacts | undefined {
  return Object.values<Upload>(uploads).find(
    (upload) =>
      upload.facts.bytes > mostPadded && upload.facts.bytes === bytes.length && isMadeOf(bytes, upload.bytes()),
  )?.facts
}

function isMadeOf(bytes: Uint8Array, all: Bytes): boolean {
  let from = 0
  return [all].flat().every((piece) => {
    const start = from
    from += piece.length
    return Buffer.compare(bytes.subarray(start, from), piece) === 0
  })
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
