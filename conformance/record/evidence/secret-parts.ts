import type { Match } from './redact-chunks.ts'
import { type Labelled, type Spelling, spellingsOf } from './secret-spellings.ts'

/** Finds parts of secrets in a span of text whose characters are bytes, in order and without overlaps. */
export type FindRuns = (text: string, from: number, to: number) => readonly Match[]

/** The characters that are looked up at once. */
const gram = 4

/**
 * Searches for parts of secrets, and for complete ones in another case or spelling. Words in `open`, which are public,
 * do not count, since a key may contain such words. Every part holds four characters that begin at one of the examined
 * offsets, whose distance is chosen for that: most of a text is never read.
 */
export function runsOf(secrets: readonly Labelled[], open: readonly string[] = []): FindRuns {
  const openText = folded(open.join('\n'), cases)
  const needles = secrets.flatMap((secret) =>
    spellingsOf(secret.value).map((spelling) => needleOf(secret.label, spelling, openText)),
  )
  if (needles.length === 0) return () => []
  const index = indexOf(needles)
  const step = Math.min(...needles.map(({ least }) => least)) - gram + 1
  return (text, from, to) => {
    const found: Match[] = []
    for (let at = from, low = from; at + gram <= to; ) {
      const candidates = index.at(text, at)
      const run = candidates === undefined ? undefined : longest(candidates, text, at, low, to)
      if (run !== undefined) found.push(run)
      at = run === undefined ? at + step : run.end
      low = run === undefined ? low : run.end
    }
    return found
  }
}

/** A needle, and the offset in it that a piece of text may match. */
interface Candidate {
  readonly needle: Needle
  readonly at: number
}

/** Returns the character for comparison; `undefined` if it is no byte. */
function seen(text: string, at: number, same: Sameness): number | undefined {
  return same[text.charCodeAt(at)]
}

interface Index {
  /** Returns the candidates at an offset. */
  at(text: string, at: number): readonly Candidate[] | undefined
}

function indexOf(needles: readonly Needle[]): Index {
  const places = new Map<number, Candidate[]>()
  const mayBe = new Uint8Array(1 << 16)
  for (const needle of needles)
    for (let at = 0; at + gram <= needle.text.length; at += 1) {
      const piece = pieceAt(needle.text, at)
      mayBe[hashOf(piece)] = 1
      const known = places.get(piece)
      if (known === undefined) places.set(piece, [{ needle, at }])
      else known.push({ needle, at })
    }
  return {
    at(text, at) {
      const piece = pieceAt(text, at)
      return mayBe[hashOf(piece)] === 1 ? places.get(piece) : undefined
    },
  }
}

function pieceAt(text: string, at: number): number {
  const first = (either[text.charCodeAt(at)]! << 8) | either[text.charCodeAt(at + 1)]!
  return (first << 16) | (either[text.charCodeAt(at + 2)]! << 8) | either[text.charCodeAt(at + 3)]!
}

function hashOf(piece: number): number {
  return Math.imul(piece, 0x9e3779b1) >>> 16
}

function longest(
  candidates: readonly Candidate[],
  text: string,
  at: number,
  low: number,
  high: number,
): Match | undefined {
  let best: Match | undefined
  for (const candidate of candidates) {
    const run = grown(candidate, text, at, low, high)
    if (run !== undefined && (best === undefined || run.end - run.start > best.end - best.start)) best = run
  }
  return best
}

/** Extends a match to both sides; `undefined` if it is too short to matter. */
function grown({ needle, at }: Candidate, text: string, place: number, low: number, high: number): Match | undefined {
  const { same, text: whole } = needle
  const agrees = (by: number): boolean => seen(text, place + by, same) === whole.charCodeAt(at + by)
  let before = 0
  let after = 0
  while (before < at && place - before > low && agrees(-before - 1)) before += 1
  while (at + after < whole.length && place + after < high && agrees(after)) after += 1
  const label = labelOf(needle, at - before, at + after)
  return label === undefined ? undefined : { start: place - before, end: place + after, label }
}

/** A spelling to search for, and its windows that consist of public words. */
interface Needle extends Pick<Spelling, 'least'> {
  readonly label: string
  readonly text: string
  readonly same: Uint8Array
  /** The offsets of all units, and the end of the last one. */
  readonly edges: readonly number[]
  /** For each first unit of a window: the window is part of the public words. */
  readonly isOpen: readonly boolean[]
}

/** Prepares a spelling for searching. `openText` comes from `folded`. */
function needleOf(label: string, { units, least, alike }: Spelling, openText: string): Needle {
  const same = alike === 'cases' ? cases : alphabets
  let end = 0
  const edges = [0, ...units.map((unit) => (end += unit.length))]
  const text = folded(units.join(''), cases)
  return {
    ...{ label, least, edges, same, text: folded(units.join(''), same) },
    isOpen: units.map((_, at) => openText.includes(text.slice(edges[at], edges[at + least]))),
  }
}

/** The byte that each byte is compared as. */
type Sameness = Uint8Array

const cases: Sameness = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte))
const alphabets: Sameness = Uint8Array.from({ length: 256 }, (_, byte) => (byte === 45 ? 43 : byte === 95 ? 47 : byte))
/** For the index: the coarsest comparison. */
const either: Sameness = cases.map((byte) => alphabets[byte]!)

function folded(text: string, same: Sameness): string {
  const bytes = Buffer.from(text, 'latin1')
  return Buffer.from(bytes.map((byte) => same[byte]!)).toString('latin1')
}

/**
 * Returns the label for a part of a needle, that of the secret for all of it; `undefined` if the part reveals nothing.
 */
function labelOf({ label, edges, least, isOpen }: Needle, from: number, to: number): string | undefined {
  if (to - from < least) return undefined
  const first = edges.findIndex((edge) => edge >= from)
  const last = edges.findLastIndex((edge) => edge <= to)
  if (first < 0 || last - first < least) return undefined
  for (let unit = first; unit + least <= last; unit += 1)
    if (isOpen[unit] === false) return last - first === edges.length - 1 ? label : label.replace(/»$/, ':part»')
  return undefined
}
