const utf8 = new TextDecoder('utf-8', { fatal: true })

type Decoder = InstanceType<typeof TextDecoder>

/** A JSON value, and the character set by which its bytes were read where that is not UTF-8. */
export interface ParsedJson {
  /** `undefined` where the bytes are not JSON. */
  readonly json: unknown
  readonly charset?: string
}

/** JSON text as bytes to its value; `undefined` when it is not UTF-8 (RFC 8259 §8.1) or not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  return bytes.length === 0 ? undefined : parsedBy(utf8, bytes)
}

/**
 * The same where the bytes may be in the character set that their content type declares: that is a violation of RFC 8259,
 * section 8.1, and no reason to leave the rest of the body unjudged (interpretation G14).
 */
export function parseDeclaredJson(bytes: Uint8Array, contentType: string | undefined): ParsedJson {
  const json = parseJson(bytes)
  const charset = json === undefined ? charsetOf(contentType) : undefined
  const decoder = charset === undefined ? undefined : decoderOf(charset)
  const again = decoder === undefined ? undefined : parsedBy(decoder, bytes)
  return again === undefined || charset === undefined ? { json } : { json: again, charset }
}

function parsedBy(decoder: Decoder, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes)) as unknown
  } catch {
    return undefined
  }
}

/** The `charset` parameter of a content type, in lower case (RFC 9110 §8.3.2). */
function charsetOf(contentType = ''): string | undefined {
  const [, name] = /;\s*charset\s*=\s*"?([^\s;"]+)"?/i.exec(contentType) ?? []
  return name?.toLowerCase()
}

function decoderOf(charset: string): Decoder | undefined {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    return undefined
  }
}
