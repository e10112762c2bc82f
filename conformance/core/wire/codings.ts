import * as zlib from 'node:zlib'

/** The greatest length of a body without its content coding, in bytes. */
export const longestDecoded = 48 * 1024 * 1024
/** The most content codings of one body. More are taken for a decompression bomb. */
export const mostCodings = 3

/** A content coding (RFC 9110 §8.4.1). */
export interface ContentCoding {
  /** Decodes bytes. If `isOpen` is true, the data may end anywhere. Throws if they do not have this coding. */
  readonly decode: (bytes: Uint8Array, isOpen: boolean) => Uint8Array
  readonly encode: (bytes: Uint8Array) => Uint8Array
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants
const bounded = (isOpen: boolean, finishFlush: number) => ({
  maxOutputLength: longestDecoded,
  ...(isOpen ? { finishFlush } : {}),
})

const gzip: ContentCoding = {
  decode: (bytes, isOpen) => zlib.gunzipSync(bytes, bounded(isOpen, Z_SYNC_FLUSH)),
  encode: (bytes) => zlib.gzipSync(bytes),
}
const deflate: ContentCoding = {
  decode: (bytes, isOpen) => zlib.inflateSync(bytes, bounded(isOpen, Z_SYNC_FLUSH)),
  encode: (bytes) => zlib.deflateSync(bytes),
}
const rawDeflate: ContentCoding = {
  decode: (bytes, isOpen) => zlib.inflateRawSync(bytes, bounded(isOpen, Z_SYNC_FLUSH)),
  encode: (bytes) => zlib.deflateRawSync(bytes),
}
const br: ContentCoding = {
  decode: (bytes, isOpen) => zlib.brotliDecompressSync(bytes, bounded(isOpen, BROTLI_OPERATION_FLUSH)),
  encode: (bytes) => zlib.brotliCompressSync(bytes),
}

/** The part of `node:zlib` that Node has since 22.15 and 23.8, with the flush mode of an open end. */
interface Zstandard {
  readonly zstdDecompressSync?: (bytes: Uint8Array, options: object) => Uint8Array
  readonly zstdCompressSync?: (bytes: Uint8Array) => Uint8Array
  readonly constants: object & { readonly ZSTD_e_flush?: number }
}

const { zstdDecompressSync: unzstd, zstdCompressSync: zstd, constants: zstandard } = zlib as Zstandard

/**
 * The content codings that this Node can undo, each with the formats that it has in practice: some programs send raw
 * deflate data where RFC 9110 §8.4.1.2 requires zlib.
 */
const known: Readonly<Record<string, readonly ContentCoding[]>> = {
  gzip: [gzip],
  'x-gzip': [gzip],
  deflate: [deflate, rawDeflate],
  br: [br],
  ...(unzstd === undefined || zstd === undefined
    ? {}
    : {
        zstd: [
          {
            decode: (bytes, isOpen) => unzstd(bytes, bounded(isOpen, zstandard.ZSTD_e_flush ?? 1)),
            encode: (bytes) => zstd(bytes),
          } satisfies ContentCoding,
        ],
      }),
}

/** Returns the formats of a content coding; none if this Node cannot undo it. */
export function formatsOf(coding: string): readonly ContentCoding[] {
  return Object.hasOwn(known, coding) ? known[coding]! : []
}

/** Returns whether decoding failed because the result is longer than `longestDecoded`. */
export function isTooLong(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
}

/** Undoes one coding in the first of its formats that the bytes have. Throws if they have none. */
export function undoCoding(coding: string, bytes: Uint8Array, isOpen: boolean): Uint8Array {
  const formats = formatsOf(coding)
  for (const [index, { decode }] of formats.entries()) {
    try {
      return decode(bytes, isOpen)
    } catch (error) {
      if (isTooLong(error) || index === formats.length - 1) throw error
    }
  }
  throw new TypeError(`this Node cannot undo ${coding}`)
}

/** Returns the codings that `content-encoding` names, in the order of their application; empty if there are none. */
export function codingsIn(headers: readonly (readonly [name: string, value: string])[]): readonly string[] {
  return headers
    .filter(([name]) => name.length === 16 && name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
}
