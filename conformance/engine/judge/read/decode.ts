import { connectionLeftOpen, type Exchange, type HeaderLine, header } from '../../../core/model/exchange.ts'
import { wholeBody } from '../../../core/model/whole-body.ts'
import { codingsIn, formatsOf, isTooLong, longestDecoded, mostCodings, undoCoding } from '../../../core/wire/codings.ts'

/**
 * A response body without its content encoding, or the reason why it cannot be decoded. `isDefect` is true if the
 * target is to blame.
 */
export type Decoded = { readonly bytes: Uint8Array } | { readonly trouble: string; readonly isDefect: boolean }

/** Returns the content encodings of a response body in the order of their application; empty if there are none. */
export function encodingsOf({ response }: Exchange): readonly string[] {
  return codingsIn(response?.headers ?? [])
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
  if (!canUndo(encodings)) return { trouble: `this suite cannot decode the content encoding ${name}`, isDefect: false }
  try {
    return { bytes: undone(encodings, raw, exchange.trouble === connectionLeftOpen) }
  } catch (error) {
    if (isTooLong(error))
      return { trouble: `the decoded response is longer than ${longestDecoded} bytes`, isDefect: false }
    return {
      trouble: `content-encoding is ${name}, but the body is not valid ${name} (${(error as Error).message})`,
      isDefect: true,
    }
  }
}

export function canUndo(codings: readonly string[]): boolean {
  return codings.length <= mostCodings && codings.every((coding) => formatsOf(coding).length > 0)
}

/** Undoes the codings of a body, the last one first. Throws if the body does not have them. */
export function undone(codings: readonly string[], raw: Uint8Array, isOpen = false): Uint8Array {
  return codings.reduceRight<Uint8Array>((bytes, coding) => undoCoding(coding, bytes, isOpen), raw)
}

/** Returns whether the request accepts an encoding. Without `accept-encoding` it accepts all (RFC 9110 §12.5.3). */
export function isOffered(encoding: string, { request }: Exchange): boolean {
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
