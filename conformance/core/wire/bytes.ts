/** Bytes in one piece or several. */
export type Bytes = Uint8Array | readonly Uint8Array[]

export function inOnePiece(bytes: Bytes): Uint8Array {
  return bytes instanceof Uint8Array ? bytes : Buffer.concat(bytes)
}

/** Returns the same bytes as a buffer, without a copy. */
export function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

/** Returns the bytes of a buffer as a plain array, without a copy. */
export function bare({ buffer, byteOffset, length }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length)
}
