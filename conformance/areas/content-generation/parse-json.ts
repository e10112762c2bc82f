const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON that bytes or a text hold; `undefined` when they hold none. */
export function parseJson(source: Uint8Array | string): unknown {
  try {
    const text = typeof source === 'string' ? source : utf8.decode(source)
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
