import { isUtf8 } from 'node:buffer'
import type { HeaderLine } from '../../../core/model/exchange.ts'
import { type ContentCoding, codingsIn, formatsOf, isTooLong, mostCodings } from '../../../core/wire/codings.ts'
import { parseJson } from '../../../core/wire/parse-json.ts'

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
  const stated = codingsIn(headers).map(formatsOf)
  const codings = stated.length === 0 && isGzip(body) ? [formatsOf('gzip')] : [...stated]
  if (codings.length === 0 || body.length === 0) return undefined
  const coded: Uncoded = { bytes: body, recode: (bytes) => bytes }
  if (codings.length > mostCodings || codings.some((candidates) => candidates.length === 0))
    // Some recorders store the body decoded with the headers of the encoded one.
    return parseJson(body) === undefined ? 'unreadable' : undefined
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

function firstThatReads(candidates: readonly ContentCoding[], outer: Uncoded): Uncoded | undefined | 'too large' {
  for (const coding of candidates) {
    const bytes = undone(coding, outer.bytes)
    if (bytes === 'too large') return bytes
    if (bytes !== undefined) return { bytes, recode: (changed) => outer.recode(coding.encode(changed)) }
  }
  return undefined
}

/** Decodes bytes as far as possible, because a truncated body may contain secrets, too. */
function undone({ decode }: ContentCoding, bytes: Uint8Array): Uint8Array | undefined | 'too large' {
  try {
    return decode(bytes, true)
  } catch (error) {
    return isTooLong(error) ? 'too large' : undefined
  }
}

/** Decodes the longest valid beginning of a body, found by bisection. */
function asFarAsItGoes(candidates: readonly ContentCoding[], outer: Uncoded): Uncoded | undefined {
  for (const coding of candidates) {
    let good = 0
    let bad = outer.bytes.length
    let bytes: Uint8Array | undefined
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2)
      const read = undone(coding, outer.bytes.subarray(0, middle))
      if (read instanceof Uint8Array) [good, bytes] = [middle, read]
      else bad = middle
    }
    if (bytes !== undefined && bytes.length > 0)
      return { bytes, recode: (changed) => outer.recode(coding.encode(changed)) }
  }
  return undefined
}
