const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses JSON from text, or from bytes in UTF-8 (RFC 8259 §8.1). Returns `undefined` if it is not valid. */
export function parseJson(source: Uint8Array | string): unknown {
  try {
    const text = typeof source === 'string' ? source : utf8.decode(source)
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
