/** Derives an integer from a run's seed and a name (FNV-1a), so that one name's draws do not affect another's. */
export function seedFor(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ (seed | 0)
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash | 0
}

/** Derives a number from 0 to below 1 from a run's seed and a name. */
export function fractionFor(seed: number, name: string): number {
  return (seedFor(seed, name) >>> 0) / 2 ** 32
}
