import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { connectionLeftOpen, type Exchange, type HeaderLine, header } from '../../model/exchange.ts'
import { wholeBody } from '../../model/whole-body.ts'

/** The most bytes of a response body after its content encoding is removed. */
const decodedLimit = 48 * 1024 * 1024
/** The most content encodings of one body. More are taken for a decompression bomb. */
const mostEncodings = 3

/** The ends of the data that are accepted. The flush modes accept data that goes on. */
interface End {
  readonly zlib?: number
  readonly brotli?: number
}
const withItsEnd: End = {}
const orLeftOpen: End = { zlib: constants.Z_SYNC_FLUSH, brotli: constants.BROTLI_OPERATION_FLUSH }

type Decode = (bytes: Uint8Array, end: End) => Uint8Array

const optionsFor = (finishFlush: number | undefined) => ({
  maxOutputLength: decodedLimit,
  ...(finishFlush === undefined ? {} : { finishFlush }),
})

const gunzip: Decode = (bytes, { zlib }) => gunzipSync(bytes, optionsFor(zlib))

const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflateEither,
  br: (bytes, { brotli }) => brotliDecompressSync(bytes, optionsFor(brotli)),
}

/**
 * Inflates both formats. Some servers send raw deflate data where RFC 9110 §8.4.1.2 requires zlib, and clients accept
 * both.
 */
function inflateEither(bytes: Uint8Array, { zlib }: End): Uint8Array {
  try {
    return inflateSync(bytes, optionsFor(zlib))
  } catch (error) {
    if (isTooLarge(error)) throw error
    return inflateRawSync(bytes, optionsFor(zlib))
  }
}

/**
 * A response body without its content encoding, or the reason why it cannot be decoded. `isDefect` is true if the
 * target is to blame.
 */
export type Decoded = { readonly bytes: Uint8Array } | { readonly trouble: string; readonly isDefect: boolean }

/** Returns the content encodings of a response body in the order of their application; empty if there are none. */
export function encodingsOf({ response }: Exchange): readonly string[] {
  return wordsOf(response?.headers ?? [], 'content-encoding').filter((word) => word !== 'identity')
}

/**
 * Removes the content encoding of a response body. If the target left the connection open, the encoded data goes on
 * (interpretation S7).
 */
export function decodedBody(exchange: Exchange): Decoded {
  const encodings = encodingsOf(exchange)
  const raw = wholeBody(exchange.response?.chunks ?? [])
  if (encodings.length === 0 || exchange.response === null) return { bytes: raw }
  const name = encodings.join(', ')
  const stranger = encodings.find((encoding) => !isOffered(encoding, exchange))
  if (stranger !== undefined)
    return {
      trouble: `content-encoding is ${stranger}, which the request does not accept`,
      isDefect: true,
    }
  if (encodings.length > mostEncodings || encodings.some((encoding) => !Object.hasOwn(decoders, encoding)))
    return { trouble: `this suite cannot decode the content encoding ${name}`, isDefect: false }
  const end = exchange.trouble === connectionLeftOpen ? orLeftOpen : withItsEnd
  try {
    return { bytes: encodings.reduceRight<Uint8Array>((bytes, encoding) => decoders[encoding]!(bytes, end), raw) }
  } catch (error) {
    if (isTooLarge(error))
      return { trouble: `the decoded response is longer than ${decodedLimit} bytes`, isDefect: false }
    return {
      trouble: `content-encoding is ${name}, but the body is not valid ${name} (${(error as Error).message})`,
      isDefect: true,
    }
  }
}

/** Returns whether the request accepts an encoding. Without `accept-encoding` it accepts all (RFC 9110 §12.5.3). */
function isOffered(encoding: string, { request }: Exchange): boolean {
  if (header(request.headers, 'accept-encoding') === undefined) return true
  const offers = wordsOf(request.headers, 'accept-encoding').map((word) => word.split(';').map((part) => part.trim()))
  const [, ...parameters] = offers.find(([name]) => isSame(name, encoding)) ??
    offers.find(([name]) => name === '*') ?? ['', 'q=0']
  return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
}

function isSame(offered: string | undefined, encoding: string): boolean {
  return offered?.replace(/^x-/, '') === encoding.replace(/^x-/, '')
}

function wordsOf(headers: readonly HeaderLine[], name: string): readonly string[] {
  if (header(headers, name) === undefined) return []
  return headers
    .filter(([candidate]) => candidate.toLowerCase() === name)
    .flatMap(([, value]) => value.split(','))
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
}

function isTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
}
