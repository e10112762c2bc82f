import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { gunzipSync, gzip, gzipSync } from 'node:zlib'
import { asBuffer, bare } from '../../../core/wire/bytes.ts'

/** Bytes as JSON: text if they are UTF-8, else base64, compressed if that is much shorter. */
export type BodyText =
  | { readonly text: string }
  | { readonly base64: string }
  /** Base64 of the gzip of the bytes. */
  | { readonly gzip: string }

/** The smallest body for which compression is tried, in bytes. */
export const leastPacked = 32 * 1024
/** The highest ratio of a compression that is kept. Base64 adds a third, which compression must save at least. */
const worthwhile = 0.6
/** The most bytes of a recorded body. */
export const longestBody = 512 * 1024 * 1024

/** The smallest buffer, which is the default of zlib. */
const leastRoom = 16 * 1024

/** Writes bytes as base64, or as a placeholder that is replaced later. */
export type ToBase64 = (bytes: Buffer) => string

/** Compresses bytes; `undefined` if the result is not much shorter. */
export type Pack = (bytes: Uint8Array) => Uint8Array | undefined

/** Reads bytes from base64 or from a placeholder. */
export type FromBase64 = (text: string) => Buffer

const atOnce: ToBase64 = (bytes) => bytes.toString('base64')
const fromText: FromBase64 = (text) => Buffer.from(text, 'base64')
/** The longest body that is written as text, in bytes. Longer ones are written as base64, piece by piece. */
const longestText = 1024 * 1024

const quickly = { level: 1 } as const
const gzipped = promisify<Uint8Array, typeof quickly, Buffer>(gzip)
const packNow: Pack = (bytes) => (pays(bytes) ? gzipSync(bytes, quickly) : undefined)

/** Compresses these bytes in another thread. Other bytes are compressed when needed. */
export async function packedAhead(bytes: Uint8Array): Promise<Pack> {
  const pack = pays(bytes) ? await gzipped(bytes, quickly) : undefined
  return (asked) => (asked === bytes ? pack : packNow(asked))
}

export function encodeBody(bytes: Uint8Array, toBase64: ToBase64 = atOnce, pack: Pack = packNow): BodyText {
  const packed = pack(bytes)
  if (packed !== undefined) return { gzip: toBase64(asBuffer(packed)) }
  const buffer = asBuffer(bytes)
  const isText = buffer.length <= longestText && isUtf8(buffer)
  return isText ? { text: buffer.toString('utf8') } : { base64: toBase64(buffer) }
}

/** Estimates from a piece in the middle whether compression is worthwhile. */
function pays(bytes: Uint8Array): boolean {
  if (bytes.length <= leastPacked) return false
  const middle = Math.floor((bytes.length - leastPacked) / 2)
  return gzipSync(bytes.subarray(middle, middle + leastPacked), quickly).length < worthwhile * leastPacked
}

/** Decodes the result of `encodeBody`; `undefined` for anything else. */
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

/**
 * Returns the size of the buffer that holds a decompressed body in one piece. A gzip ends with that length (RFC 1952
 * §2.3.1).
 */
function roomFor(packed: Buffer): number {
  const length = packed.length < 4 ? 0 : packed.readUInt32LE(packed.length - 4)
  return Math.min(Math.max(length, leastRoom), longestBody) + 1
}
