import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { type Exchange, header } from '../model/exchange.ts'

/** The most bytes a response body may have once its content encoding is undone. */
const decodedLimit = 64 * 1024 * 1024

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: decodedLimit }),
  'x-gzip': (bytes) => gunzipSync(bytes, { maxOutputLength: decodedLimit }),
  deflate: inflateEither,
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: decodedLimit }),
}

/** Some servers send raw deflate data where RFC 9110 §8.4.1.2 asks for the zlib format; clients take both. */
function inflateEither(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: decodedLimit })
  } catch {
    return inflateRawSync(bytes, { maxOutputLength: decodedLimit })
  }
}

/** The encodings of a response body in the order they were applied; empty when it is not encoded. */
export function encodingsOf({ response }: Exchange): readonly string[] {
  const value = (response && header(response.headers, 'content-encoding')) ?? ''
  return value
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '' && word !== 'identity')
}

/** A response body with its content encoding undone; `undefined` when that cannot be done. */
export function decodedBody(exchange: Exchange): Uint8Array | undefined {
  const raw = joined(exchange.response?.chunks.map(({ bytes }) => bytes) ?? [])
  try {
    return encodingsOf(exchange).reduceRight<Uint8Array>((bytes, encoding) => decoders[encoding]!(bytes), raw)
  } catch {
    return undefined
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 ? parts[0]! : new Uint8Array(Buffer.concat(parts))
}
