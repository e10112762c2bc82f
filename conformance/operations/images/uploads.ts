import { readFileSync } from 'node:fs'
import { type ImageFacts, imageFacts } from '../../media/image-facts.ts'
import type { Bytes } from '../../media/multipart.ts'
import { paddedPieces } from '../../media/pad-png.ts'

/** A file that requests upload: what it is, and its bytes on demand. */
export interface Upload {
  readonly facts: ImageFacts
  readonly bytes: () => Bytes
}

const folder = new URL('../../../fixtures/images/', import.meta.url)

/** The files of `fixtures/images` by what makes them useful, and padded ones at the edges of the size limits. */
export const uploads = {
  square: fixture('square.png'),
  opaque: fixture('opaque.png'),
  oblong: fixture('oblong.png'),
  mask: fixture('mask.png'),
  smallMask: fixture('small-mask.png'),
  lowMask: fixture('low-mask.png'),
  webp: fixture('picture.webp'),
  jpeg: fixture('picture.jpeg'),
  truncated: fixture('truncated.png'),
  truncatedWebp: firstHalfOf('picture.webp'),
  text: fixture('text.png'),
  squareBelow4MB: padded('square.png', 3_999_999, 'd9d5ba65d21268b8048e944a2dd6908eb95129c865b8cfb2e8261649505d62a0'),
  squareOf4MiB: padded('square.png', 4_194_304, '47d8f0e4558501d20ffa77b1fa3dcfffc38fac3422d2c29efb4f74bd585f0993'),
  maskBelow4MB: padded('mask.png', 3_999_999, '9189d34dfa1f85c8fbc53f496e3eff123e624466a552cb8d92fe9c95ade66c9c'),
  maskOf4MiB: padded('mask.png', 4_194_304, 'ced48a6e7493785376b6fc8ad0457e712db5aafdb62035122ce04cbadcfde6b7'),
  squareBelow25MB: padded('square.png', 24_999_999, '287309a5bd966159057654e99c52d962671b1339e735d7dd700ed05a71492dfc'),
  squareOf25MiB: padded('square.png', 26_214_400, 'f6a769bedefe5000f2f427ea1e2e1892ca6c92df23da39c27e12900897715bc3'),
} as const satisfies Record<string, Upload>

function bytesOf(name: string): Uint8Array {
  return readFileSync(new URL(name, folder))
}

function fixture(name: string): Upload {
  const bytes = bytesOf(name)
  return { facts: imageFacts(bytes), bytes: () => bytes }
}

function firstHalfOf(name: string): Upload {
  const whole = bytesOf(name)
  const bytes = whole.subarray(0, whole.length / 2)
  return { facts: imageFacts(bytes), bytes: () => bytes }
}

/** Its digest is written down, so that nobody pads megabytes to find out what a request would say. */
function padded(name: string, length: number, digest: string): Upload {
  const original = fixture(name)
  let pieces: Bytes | undefined
  const bytes = (): Bytes => {
    pieces ??= paddedPieces(bytesOf(name), length)
    return pieces
  }
  return { facts: { ...original.facts, bytes: length, digest }, bytes }
}
