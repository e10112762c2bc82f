import { cases, either, folded, labelOf, type Needle, needleOf, type Sameness } from './needles.ts'
import type { Match } from './redact-chunks.ts'
import type { Labelled } from './secret-forms.ts'
import { spellingsOf } from './spellings.ts'

/** Finds runs of secrets in a stretch of text whose characters are bytes: in order, none overlapping another. */
export type FindRuns = (text: string, from: number, to: number) => readonly Match[]

/** So many characters in a row are looked up at once. */
const gram = 4

/**
 * Looks for parts of secrets, and for all of one in another case or spelling. What is also a part of `open`, the words
 * that a run says for all to hear, is none: a key may be made of such words.
 *
 * Every run holds four characters in a row that begin at one of the places looked at, which lie just so far apart: most
 * of a text is never touched.
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

/** The needle and the place in it that a piece of text may belong to. */
interface Candidate {
  readonly needle: Needle
  readonly at: number
}

/** The character there as it is compared; nothing where it is no byte. */
function seen(text: string, at: number, same: Sameness): number | undefined {
  return same[text.charCodeAt(at)]
}

interface Index {
  /** What the piece of text there may belong to. */
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

/** The run that holds this place, as far as it goes to both sides; `undefined` where it does not matter. */
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
