/** Numbers in [0, 1), the same sequence for the same seed. */
export type RandomSource = () => number

/** Hashes a text to an integer: FNV-1a over its UTF-16 units. */
export function seedOf(text: string, seed = 0x811c9dc5): number {
  let hash = seed
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Returns the sequence of a seed (mulberry32). */
export function mulberry32(seed: number): RandomSource {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Returns an integer from `least` to `most`, both included. */
export function between(random: RandomSource, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}

/** Returns an item of a list that is not empty. */
export function pick<Item>(random: RandomSource, list: readonly Item[]): Item {
  return list[Math.floor(random() * list.length)] as Item
}

/** Returns the number of thinking tokens: a few, and never more than the budget. */
export function thoughtTokens(budget: number, random: RandomSource): number {
  const wished = between(random, 8, 40)
  return Math.max(0, Math.min(wished, Math.floor(budget)))
}
