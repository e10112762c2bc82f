/** The JSON that bytes or a text hold; `undefined` when they hold none. */
export function parseJson(source: Uint8Array | string): unknown {
  try {
    const text = typeof source === 'string' ? source : new TextDecoder('utf-8', { fatal: true }).decode(source)
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
