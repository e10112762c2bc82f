/** A word that no other request of a run carries (interpretation G17), drawn from the run's seed. */
export function nonce(seed: number, ordinal: number): string {
  return `nonce-${hex(seed)}${hex(ordinal)}`
}

/** The nonces in a text, each once. */
export function noncesIn(text: string): readonly string[] {
  return [...new Set(text.match(/nonce-[0-9a-f]{16}/g))]
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0')
}
