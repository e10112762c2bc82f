/** A word that marks one request, so that its traces can be told from those of others (interpretation G17). */
const marker = /\bmarker-[0-9a-f]{12}\b/g

/** The nonce of one of several requests that are sent together. */
export function nonceOf(seed: number, ordinal: number): string {
  const high = (seed >>> 0).toString(16).padStart(8, '0')
  return `marker-${high}${(ordinal & 0xffff).toString(16).padStart(4, '0')}`
}

/** The nonces that stand in a text, each once. */
export function noncesIn(text: string): readonly string[] {
  return [...new Set(text.match(marker) ?? [])]
}
