import { asText, type JsonObject } from './har-json.ts'

/** What stands for bytes that were no text, and half a character. */
const lost = /\ufffd|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** The bytes behind the text of a body as a HAR writes it; `undefined` where they cannot be known. */
export function writtenBytes({ text: value, encoding, _encoding }: JsonObject): Uint8Array | undefined {
  const text = asText(value)
  if (text === undefined) return undefined
  if ((asText(encoding) ?? asText(_encoding))?.toLowerCase() === 'base64') return fromBase64(text)
  return lost.test(text) ? undefined : bare(Buffer.from(text, 'utf8'))
}

/**
 * The bytes of a body that is not text, such as a form with files. Programs write such as if it were UTF-8 or Latin-1;
 * which of both it was, and whether anything was lost, tells the length alone.
 */
export function binaryBytes(body: JsonObject, length: number | undefined): Uint8Array | undefined {
  const utf8 = writtenBytes(body)
  const text = asText(body['text']) ?? ''
  if (utf8 === undefined || utf8.length === length) return utf8
  if (utf8.length === text.length) return length === undefined ? utf8 : undefined
  if (text.length !== length || !/^[\0-\xff]*$/.test(text)) return undefined
  return bare(Buffer.from(text, 'latin1'))
}

function fromBase64(text: string): Uint8Array | undefined {
  return /^[\w+/\s-]*={0,2}\s*$/.test(text) ? bare(Buffer.from(text, 'base64')) : undefined
}

function bare(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}
