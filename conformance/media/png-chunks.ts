import { crc32 } from 'node:zlib'

/** One chunk of a PNG (PNG specification §5.3). */
export interface PngChunk {
  readonly type: string
  readonly data: Uint8Array
  /** Whether its check sum fits; looked at when asked, for a chunk may be megabytes. */
  readonly isIntact: () => boolean
  /** Where it starts in the file. */
  readonly start: number
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Whether the bytes begin as every PNG does. */
export function startsLikePng(bytes: Uint8Array): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

/** The chunks up to and with IEND, or up to where the bytes stop making sense. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = signature.length
  while (start + 12 <= bytes.length) {
    const length = view.getUint32(start)
    const end = start + 12 + length
    if (end > bytes.length) return
    const type = Buffer.from(bytes.subarray(start + 4, start + 8)).toString('latin1')
    const summed = bytes.subarray(start + 4, end - 4)
    const sum = view.getUint32(end - 4)
    yield { type, data: bytes.subarray(start + 8, end - 4), isIntact: () => crc32(summed) === sum, start }
    if (type === 'IEND') return
    start = end
  }
}

/** The bytes of one chunk, the data among them as they are. */
export function pngChunk(type: string, data: Uint8Array): readonly [Uint8Array, Uint8Array, Uint8Array] {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0)
  return [head, data, sum]
}
