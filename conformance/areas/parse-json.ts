const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses JSON from bytes or text; `undefined` if it is not valid. */
export function parseJson(source: Uint8Array | string): unknown {
  try {
    const text = typeof source === 'string' ? source : utf8.decode(source)
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
