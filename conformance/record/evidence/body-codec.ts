import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { gunzipSync, gzip, gzipSync } from 'node:zlib'

/** Bytes as JSON: text where they are UTF-8, base64 where not, and compressed where that pays. */
export type BodyText =
  | { readonly text: string }
  | { readonly base64: string }
  /** Base64 of the gzip of the bytes. */
  | { readonly gzip: string }

/** From how many bytes on compression is tried. */
export const largeBody = 32 * 1024
/** A line grows by a third through base64, so that compression has to win back at least that. */
const worthwhile = 0.6
/** The most bytes a recorded body may have: what is longer is no evidence of ours. */
export const longestBody = 512 * 1024 * 1024

/** Less room than this is not worth thinking about; zlib's own default. */
const leastRoom = 16 * 1024

/** Writes bytes as base64: at once, or by a stand-in for which they are put in later. */
export type ToBase64 = (bytes: Buffer) => string

/** The gzip of bytes, or `undefined` where compression does not pay. */
export type Pack = (bytes: Uint8Array) => Uint8Array | undefined

/** Reads bytes from base64: at once, or for a stand-in the bytes that it stands for. */
export type FromBase64 = (text: string) => Buffer

const atOnce: ToBase64 = (bytes) => bytes.toString('base64')
const fromText: FromBase64 = (text) => Buffer.from(text, 'base64')
/** Text beyond this length is not made into one string: base64 can be written piece by piece. */
const longestText = 1024 * 1024

const quickly = { level: 1 } as const
const gzipped = promisify<Uint8Array, typeof quickly, Buffer>(gzip)
const packNow: Pack = (bytes) => (pays(bytes) ? gzipSync(bytes, quickly) : undefined)

/** Has another thread compress these bytes, so that this one can go on meanwhile; others are compressed when asked for. */
export async function packedAhead(bytes: Uint8Array): Promise<Pack> {
  const pack = pays(bytes) ? await gzipped(bytes, quickly) : undefined
  return (asked) => (asked === bytes ? pack : packNow(asked))
}

/** The bytes as JSON. */
export function encodeBody(bytes: Uint8Array, toBase64: ToBase64 = atOnce, pack: Pack = packNow): BodyText {
  const packed = pack(bytes)
  if (packed !== undefined) return { gzip: toBase64(asBuffer(packed)) }
  const buffer = asBuffer(bytes)
  const isText = buffer.length <= longestText && isUtf8(buffer)
  return isText ? { text: buffer.toString('utf8') } : { base64: toBase64(buffer) }
}

/** A piece from the middle tells whether the whole compresses. */
function pays(bytes: Uint8Array): boolean {
  if (bytes.length <= largeBody) return false
  const middle = Math.floor((bytes.length - largeBody) / 2)
  return gzipSync(bytes.subarray(middle, middle + largeBody), quickly).length < worthwhile * largeBody
}

/** The bytes that `encodeBody` was given; `undefined` for anything that it never returns. */
export function decodeBody(value: unknown, fromBase64: FromBase64 = fromText): Uint8Array | undefined {
  const { text, base64, gzip } = (value ?? {}) as Record<string, unknown>
  if (typeof text === 'string') return bare(Buffer.from(text, 'utf8'))
  if (typeof base64 === 'string') return bare(fromBase64(base64))
  if (typeof gzip !== 'string') return undefined
  try {
    const packed = fromBase64(gzip)
    return bare(gunzipSync(packed, { maxOutputLength: longestBody, chunkSize: roomFor(packed) }))
  } catch {
    return undefined
  }
}

/** Unpacked in one piece, a body is not copied together. Its length stands at the end of the gzip (RFC 1952 §2.3.1). */
function roomFor(packed: Buffer): number {
  const length = packed.length < 4 ? 0 : packed.readUInt32LE(packed.length - 4)
  return Math.min(Math.max(length, leastRoom), longestBody) + 1
}

function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

function bare({ buffer, byteOffset, length }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length)
}
