import { isUtf8 } from 'node:buffer'
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib'
import type { HeaderLine } from '../../model/exchange.ts'

/** The decoder and encoder of a content coding. */
interface Coding {
  readonly undo: (bytes: Uint8Array) => Uint8Array
  readonly redo: (bytes: Uint8Array) => Uint8Array
}

/** The most bytes of a decoded body. */
export const mostUncoded = 48 * 1024 * 1024
/** The flush modes make zlib and Brotli decode a truncated body as far as possible. */
const zlib = { maxOutputLength: mostUncoded, finishFlush: constants.Z_SYNC_FLUSH }
const brotli = { maxOutputLength: mostUncoded, finishFlush: constants.BROTLI_OPERATION_FLUSH }

const gzip: Coding = { undo: (bytes) => gunzipSync(bytes, zlib), redo: (bytes) => gzipSync(bytes) }
const deflate: Coding = { undo: (bytes) => inflateSync(bytes, zlib), redo: (bytes) => deflateSync(bytes) }
const rawDeflate: Coding = { undo: (bytes) => inflateRawSync(bytes, zlib), redo: (bytes) => deflateRawSync(bytes) }
const br: Coding = { undo: (bytes) => brotliDecompressSync(bytes, brotli), redo: (bytes) => brotliCompressSync(bytes) }

/** A decoded body, and a function that encodes one again. */
export interface Uncoded {
  readonly bytes: Uint8Array
  readonly recode: (bytes: Uint8Array) => Uint8Array
}

/**
 * Decodes a body. Returns `undefined` if it has no coding, or is text although it states one. A body that states none
 * may still be gzip. Returns `unreadable` if it has an unknown coding or too many, does not fit into memory, or is not
 * what it states. A damaged body is decoded up to the damage.
 */
export function uncoded(headers: readonly HeaderLine[], body: Uint8Array): Uncoded | undefined | 'unreadable' {
  const stated = codingsIn(headers).map((name) => codingsOf(name))
  const codings = stated.length === 0 && isGzip(body) ? [[gzip]] : stated
  if (codings.length === 0 || body.length === 0) return undefined
  const coded: Uncoded = { bytes: body, recode: (bytes) => bytes }
  if (codings.length > 3 || codings.some((candidates) => candidates.length === 0)) return 'unreadable'
  let plain = coded
  for (const candidates of codings.reverse()) {
    const next = firstThatReads(candidates, plain) ?? asFarAsItGoes(candidates, plain)
    if (next === 'too large') return 'unreadable'
    if (next === undefined) return asText(plain, coded)
    plain = next
  }
  return plain
}

/** Returns whether a body begins like gzip (RFC 1952 §2.3.1). */
function isGzip([first, second, method]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b && method === 8
}

/** Returns what is left of a body below a coding that it states but does not have. */
function asText(plain: Uncoded, coded: Uncoded): Uncoded | undefined | 'unreadable' {
  if (!isUtf8(plain.bytes)) return 'unreadable'
  return plain === coded ? undefined : plain
}

/** Returns the names of the codings of a body in the order of their application; empty if there are none. */
export function codingsIn(headers: readonly HeaderLine[]): readonly string[] {
  const lines = headers.filter(([name]) => name.toLowerCase() === 'content-encoding').map(([, value]) => value)
  const names = lines
    .join(',')
    .split(',')
    .map((name) => name.trim().toLowerCase())
  return names.filter((name) => name !== '' && name !== 'identity')
}

function codingsOf(name: string): readonly Coding[] {
  if (name === 'gzip' || name === 'x-gzip') return [gzip]
  if (name === 'deflate') return [deflate, rawDeflate]
  return name === 'br' ? [br] : []
}

function firstThatReads(candidates: readonly Coding[], outer: Uncoded): Uncoded | undefined | 'too large' {
  for (const { undo, redo } of candidates) {
    const bytes = undone(undo, outer.bytes)
    if (bytes === 'too large') return bytes
    if (bytes !== undefined) return { bytes, recode: (changed) => outer.recode(redo(changed)) }
  }
  return undefined
}

function undone(undo: Coding['undo'], bytes: Uint8Array): Uint8Array | undefined | 'too large' {
  try {
    return undo(bytes)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : undefined
  }
}

/** Decodes the longest valid beginning of a body, found by bisection. */
function asFarAsItGoes(candidates: readonly Coding[], outer: Uncoded): Uncoded | undefined {
  for (const { undo, redo } of candidates) {
    let good = 0
    let bad = outer.bytes.length
    let bytes: Uint8Array | undefined
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2)
      const read = undone(undo, outer.bytes.subarray(0, middle))
      if (read instanceof Uint8Array) [good, bytes] = [middle, read]
      else bad = middle
    }
    if (bytes !== undefined && bytes.length > 0) return { bytes, recode: (changed) => outer.recode(redo(changed)) }
  }
  return undefined
}
