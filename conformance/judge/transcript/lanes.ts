/**
 * A 64-bit digest as two whole numbers of 32 bits. A container's is the sum of what its members come to, so a member
 * can be taken out again without looking at the others, and their order does not matter. It tells apart what is not
 * made to collide; nothing here defends against who tries.
 */
export interface Lanes {
  readonly high: number
  readonly low: number
}

/** What an object and a list without members come to. */
export const emptyObject: Lanes = { high: 0x2545f491, low: 0x4f6cdd1d }
export const emptyList: Lanes = { high: 0x1b873593, low: 0x3c6ef372 }

/** A text's digest, another one for each kind of text. */
export function mixText(text: string, kind = 0): Lanes {
  let high = 0x9e3779b9 ^ kind
  let low = 0x85ebca6b ^ text.length
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit, 0x5bd1e995) ^ (low >>> 15)
  }
  return { high: scattered(high), low: scattered(low ^ high) }
}

/** The sum with members, each under its name. */
export function sumOf(start: Lanes, names: readonly string[], members: readonly Lanes[]): Lanes {
  let { high, low } = start
  for (let index = 0; index < names.length; index += 1) {
    const under = named(mixText(names[index]!), members[index]!)
    high = (high + under.high) | 0
    low = (low + under.low) | 0
  }
  return { high, low }
}

/** The sum with one more member, which stands under a name of that digest. */
export function combine(sum: Lanes, name: Lanes, member: Lanes): Lanes {
  const { high, low } = named(name, member)
  return { high: (sum.high + high) | 0, low: (sum.low + low) | 0 }
}

/** The sum without a member that it has. */
export function leave(sum: Lanes, name: Lanes, member: Lanes): Lanes {
  const { high, low } = named(name, member)
  return { high: (sum.high - high) | 0, low: (sum.low - low) | 0 }
}

/** What a member comes to under its name. */
function named(own: Lanes, { high, low }: Lanes): Lanes {
  return {
    high: scattered(Math.imul(own.high ^ high, 0xc2b2ae35) + low),
    low: scattered(Math.imul(own.low ^ low, 0x27d4eb2f) + high),
  }
}

/** Spreads every bit over all others (the finish of MurmurHash3, which is in the public domain). */
function scattered(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
