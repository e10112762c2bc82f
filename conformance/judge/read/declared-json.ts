import { parseJson } from '../../wire/parse-json.ts'

type Decoder = InstanceType<typeof TextDecoder>

/** A JSON value, and the character set by which its bytes were read where that is not UTF-8. */
export interface ParsedJson {
  /** `undefined` where the bytes are not JSON. */
  readonly json: unknown
  readonly charset?: string
}

/**
 * Parses JSON in UTF-8, or else in the character set that the content type declares. Another character set violates
 * RFC 8259 §8.1, but the rest of the body is judged all the same (interpretation G14).
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
