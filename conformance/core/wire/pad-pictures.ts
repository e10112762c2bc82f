/** The number of bytes of a JPEG comment without its text: a marker and a length. */
const commentHead = 4
/** The largest JPEG comment, in bytes with its marker (ISO 10918-1, B.1.1.4). */
const longestComment = 0xffff + 2

/**
 * Returns the same JPEG in exactly `length` bytes, by adding comments after its first marker. The pieces share their
 * memory. Throws if that is impossible.
 */
export function paddedJpeg(jpeg: Uint8Array, length: number): readonly Uint8Array[] {
  const missing = length - jpeg.length
  if (missing < commentHead) throw new RangeError(`a JPEG of ${jpeg.length} bytes cannot be padded to ${length}`)
  const whole = comment(longestComment)
  const comments: Uint8Array[] = []
  for (let left = missing; left > 0; ) {
    // The remaining bytes must be enough for a comment.
    const rest = left - Math.min(left, longestComment)
    const taken = rest > 0 && rest < commentHead ? longestComment - commentHead : left - rest
    comments.push(taken === longestComment ? whole : comment(taken))
    left -= taken
  }
  return [jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]
}

/** Returns a comment of this many bytes, with an empty text. */
function comment(bytes: number): Uint8Array {
  const segment = Buffer.alloc(bytes, ' ')
  segment.writeUInt16BE(0xfffe, 0)
  segment.writeUInt16BE(bytes - 2, 2)
  return segment
}

/** The number of bytes before the first chunk of a WEBP: `RIFF`, a length, and `WEBP`. */
const riffHead = 12
/** The number of bytes of a chunk's name and length. */
const chunkHead = 8

/**
 * Returns the same WEBP in exactly `length` bytes, as an extended file with a chunk of metadata (RFC 9649, section 2.7).
 * Takes a file with one lossy image of this width and height. Throws if that is impossible.
 */
export function paddedWebp(
  webp: Uint8Array,
  length: number,
  { width, height }: { readonly width: number; readonly height: number },
): readonly Uint8Array[] {
  const image = webp.subarray(riffHead)
  const extended = chunk('VP8X', 10)
  const metadata = length - riffHead - extended.length - image.length - chunkHead
  if (metadata < 0 || metadata % 2 === 1 || image.length % 2 === 1)
    throw new RangeError(`a WEBP of ${webp.length} bytes cannot be padded to ${length}`)
  extended[chunkHead] = hasXmp
  extended.writeUIntLE(width - 1, chunkHead + 4, 3)
  extended.writeUIntLE(height - 1, chunkHead + 7, 3)
  const head = Buffer.from(webp.subarray(0, riffHead))
  head.writeUInt32LE(length - chunkHead, 4)
  return [head, extended, image, chunk('XMP ', metadata)]
}

/** The flag of a file with XMP metadata. */
const hasXmp = 0x04

function chunk(name: string, bytes: number): Buffer {
  const made = Buffer.alloc(chunkHead + bytes)
  made.write(name, 'latin1')
  made.writeUInt32LE(bytes, 4)
  return made
}
