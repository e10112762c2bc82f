import type { Spelling } from './spellings.ts'

/** What is looked for: a spelling, and which of its windows would be found everywhere. */
export interface Needle extends Pick<Spelling, 'least'> {
  readonly label: string
  readonly text: string
  readonly same: Uint8Array
  /** Where each unit begins, and where the last one ends. */
  readonly edges: readonly number[]
  /** By the unit it begins with: whether as many units as matter say nothing that is not said in the open. */
  readonly isOpen: readonly boolean[]
}

/** The spelling of a secret as it is looked for; `openText` as `folded` gives it. */
export function needleOf(label: string, { units, least, alike }: Spelling, openText: string): Needle {
  const same = alike === 'cases' ? cases : alphabets
  let end = 0
  const edges = [0, ...units.map((unit) => (end += unit.length))]
  const text = folded(units.join(''), cases)
  return {
    ...{ label, least, edges, same, text: folded(units.join(''), same) },
    isOpen: units.map((_, at) => openText.includes(text.slice(edges[at], edges[at + least]))),
  }
}

/** What each byte is taken for. */
export type Sameness = Uint8Array

export const cases: Sameness = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 65 && byte <= 90 ? byte + 32 : byte,
)
const alphabets: Sameness = Uint8Array.from({ length: 256 }, (_, byte) => (byte === 45 ? 43 : byte === 95 ? 47 : byte))
/** For looking up: whatever is the same to anybody. */
export const either: Sameness = cases.map((byte) => alphabets[byte]!)

export function folded(text: string, same: Sameness): string {
  const bytes = Buffer.from(text, 'latin1')
  return Buffer.from(bytes.map((byte) => same[byte]!)).toString('latin1')
}

/** The label for this much of a needle: for all of it its own; `undefined` where it gives nothing away. */
export function labelOf({ label, edges, least, isOpen }: Needle, from: number, to: number): string | undefined {
  if (to - from < least) return undefined
  const first = edges.findIndex((edge) => edge >= from)
  const last = edges.findLastIndex((edge) => edge <= to)
  if (first < 0 || last - first < least) return undefined
  for (let unit = first; unit + least <= last; unit += 1)
    if (isOpen[unit] === false) return last - first === edges.length - 1 ? label : label.replace(/»$/, ':part»')
  return undefined
}
