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
import { type HeaderLine, header } from '../model/exchange.ts'

/** How one content coding is undone and done again. */
interface Coding {
  readonly undo: (bytes: Uint8Array) => Uint8Array
  readonly redo: (bytes: Uint8Array) => Uint8Array
}

const maxOutputLength = 128 * 1024 * 1024
/** A body that was cut off is read as far as it goes. */
const zlib = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }
const brotli = { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH }

const gzip: Coding = { undo: (bytes) => gunzipSync(bytes, zlib), redo: (bytes) => gzipSync(bytes) }
const deflate: Coding = { undo: (bytes) => inflateSync(bytes, zlib), redo: (bytes) => deflateSync(bytes) }
const rawDeflate: Coding = { undo: (bytes) => inflateRawSync(bytes, zlib), redo: (bytes) => deflateRawSync(bytes) }
const br: Coding = { undo: (bytes) => brotliDecompressSync(bytes, brotli), redo: (bytes) => brotliCompressSync(bytes) }

/** A body with its content codings undone, and the way back. */
export interface Uncoded {
  readonly bytes: Uint8Array
  readonly recode: (bytes: Uint8Array) => Uint8Array
}

/** The body under its content codings; `undefined` when it has none, an unknown one, or does not keep to what it says. */
export function uncoded(headers: readonly HeaderLine[], body: Uint8Array): Uncoded | undefined {
  const names = (header(headers, 'content-encoding') ?? '').split(',').map((name) => name.trim().toLowerCase())
  const codings = names.filter((name) => name !== '' && name !== 'identity').map((name) => codingsOf(name))
  if (codings.length === 0 || codings.length > 3 || codings.some((candidates) => candidates.length === 0))
    return undefined
  let plain: Uncoded = { bytes: body, recode: (bytes) => bytes }
  for (const candidates of codings.reverse()) {
    const next = firstThatReads(candidates, plain)
    if (next === undefined) return undefined
    plain = next
  }
  return plain
}

function codingsOf(name: string): readonly Coding[] {
  if (name === 'gzip' || name === 'x-gzip') return [gzip]
  if (name === 'deflate') return [deflate, rawDeflate]
  return name === 'br' ? [br] : []
}

function firstThatReads(candidates: readonly Coding[], outer: Uncoded): Uncoded | undefined {
  for (const { undo, redo } of candidates) {
    try {
      return { bytes: undo(outer.bytes), recode: (bytes) => outer.recode(redo(bytes)) }
    } catch {}
  }
  return undefined
}
