const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON text as bytes to its value; `undefined` when it is not UTF-8 (RFC 8259 §8.1) or not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(utf8.decode(bytes)) as unknown
  } catch {
    return undefined
  }
}
