import { type Members, membersOf } from '../../../../schemas/json.ts'
import type { HeaderLine } from '../../../core/model/exchange.ts'
import { bare } from '../../../core/wire/bytes.ts'

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns a finite number, also from text, since some programs write numbers as text. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Returns a size in bytes; `undefined` for -1, which marks an unknown size in a HAR. */
export function asSize(value: unknown): number | undefined {
  const size = asNumber(value)
  return size !== undefined && size >= 0 ? size : undefined
}

/** Returns the header lines of a message, without the pseudo-headers of HTTP/2 (RFC 9113 §8.3). */
export function headerLines(value: unknown): readonly HeaderLine[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((line): readonly HeaderLine[] => {
    const name = asText(membersOf(line)['name'])
    const text = headerValue(membersOf(line)['value'])
    return name === undefined || name === '' || name.startsWith(':') || text === undefined ? [] : [[name, text]]
  })
}

/** Returns the value of a header as text. Node.js clients may set a number, which Polly.JS writes as one. */
function headerValue(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : asText(value)
}

const standard = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']

/**
 * Returns the method of a request. Some clients record it in lower case (`post`) but send it in capitals, as the Fetch
 * standard requires for these methods.
 */
export function methodOf(value: unknown): string {
  const method = asText(value) ?? ''
  const capitals = method.toUpperCase()
  return standard.includes(capitals) ? capitals : method
}

/** Matches replacement characters of bytes that were not text, and lone surrogates. */
const lost = /\ufffd|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Returns the bytes of a recorded body; `undefined` if they are not known exactly. */
export function writtenBytes(body: Members): Uint8Array | undefined {
  const text = asText(body['text'])
  if (text === undefined) return undefined
  if (isBase64(body)) return fromBase64(text)
  return lost.test(text) ? undefined : bare(Buffer.from(text, 'utf8'))
}

function isBase64({ encoding, _encoding }: Members): boolean {
  return (asText(encoding) ?? asText(_encoding))?.toLowerCase() === 'base64'
}

/**
 * Returns the bytes of a body that is not text, for example a form with files. Programs record it as UTF-8 or Latin-1,
 * and only the length shows which of them, and whether bytes were lost.
 */
export function binaryBytes(body: Members, length: number | undefined): Uint8Array | undefined {
  const utf8 = writtenBytes(body)
  if (utf8 === undefined || utf8.length === length || isBase64(body)) return utf8
  const text = asText(body['text']) ?? ''
  if (utf8.length === text.length) return length === undefined ? utf8 : undefined
  if (text.length !== length || !/^[\0-\xff]*$/.test(text)) return undefined
  return bare(Buffer.from(text, 'latin1'))
}

function fromBase64(text: string): Uint8Array | undefined {
  return /^[\w+/\s-]*={0,2}\s*$/.test(text) ? bare(Buffer.from(text, 'base64')) : undefined
}
