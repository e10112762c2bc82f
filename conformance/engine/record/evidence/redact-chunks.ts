import type { Chunk } from '../../../core/model/exchange.ts'
import { wholeBody } from '../../../core/model/whole-body.ts'
import { asBuffer } from '../../../core/wire/bytes.ts'

/** The span of a secret in a text, and its label. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly label: string
}

/** Finds secrets in text whose characters are bytes. */
export interface FindSecrets {
  (text: string): readonly Match[]
  /** The most characters that a match can have. */
  readonly longest: number
}

/** The most bytes of the events over which a secret of usual length is spread. */
const mostEvents = 64 * 1024

/**
 * Returns the number of bytes that are searched at a time, so that a large body is never in memory as text too. It grows
 * with the overlap of two pieces, so that most bytes are searched once.
 */
function stretchFor(overlap: number): number {
  return Math.max(256 * 1024, 4 * overlap)
}

/**
 * Replaces each secret in chunks with a label at its beginning. A chunk with only the rest of a secret becomes empty,
 * so that the number and times of chunks stay the same.
 */
export function withLabels(chunks: readonly Chunk[], find: FindSecrets): readonly Chunk[] {
  const found = matchesIn(chunks, find)
  if (found.length === 0) return chunks
  let offset = 0
  return chunks.map(({ at, bytes }) => {
    const start = offset
    offset += bytes.length
    return { at, bytes: withoutSecrets(bytes, start, found) }
  })
}

function matchesIn(chunks: readonly Chunk[], find: FindSecrets): readonly Match[] {
  const whole = asBuffer(wholeBody(chunks))
  const across = matchesAcrossEvents(whole, find)
  const found = matchesInPlace(whole, find)
  return across.length === 0 ? found : [...found, ...across].sort((one, other) => one.start - other.start)
}

/** Searches piece by piece. Each piece overlaps the next one, so that one match may be found twice. */
function matchesAcrossEvents(whole: Buffer, find: FindSecrets): readonly Match[] {
  const found = new Map<number, Match>()
  if (!whole.includes('data:')) return []
  const overlap = Math.max(mostEvents, find.longest)
  const stretch = stretchFor(overlap)
  for (let from = 0; from < whole.length; from += stretch) {
    const text = whole.toString('latin1', from, from + stretch + overlap)
    for (const { start, end, label } of findAcrossEvents(text, find).flat())
      found.set(start + from, { start: start + from, end: end + from, label })
  }
  return [...found.values()]
}

/** Searches piece by piece. Each piece overlaps the next one by the length of the longest match. */
function matchesInPlace(whole: Buffer, find: FindSecrets): readonly Match[] {
  const found: Match[] = []
  const stretch = stretchFor(find.longest)
  for (let from = 0; from < whole.length; ) {
    const next = Math.min(from + stretch, whole.length)
    const inside = find(whole.toString('latin1', from, next + find.longest))
      .map(({ start, end, label }) => ({ start: start + from, end: end + from, label }))
      .filter(({ start }) => start < next)
    found.push(...inside)
    from = Math.max(next, inside.at(-1)?.end ?? 0)
  }
  return found
}

/** Returns the bytes of a chunk that begins at `offset` in the body, with labels for the secrets that begin in it. */
function withoutSecrets(bytes: Uint8Array, offset: number, found: readonly Match[]): Uint8Array {
  const end = offset + bytes.length
  const pieces: Uint8Array[] = []
  let from = offset
  for (const match of found) {
    if (match.end <= from || match.start >= end) continue
    if (match.start >= offset)
      pieces.push(bytes.subarray(from - offset, match.start - offset), Buffer.from(match.label, 'utf8'))
    from = Math.min(match.end, end)
  }
  pieces.push(bytes.subarray(from - offset))
  return pieces.length === 1 ? pieces[0]! : new Uint8Array(Buffer.concat(pieces))
}

/** The spans of one secret: its label is at the first, and the others are removed. */
type Spans = readonly Match[]

interface Piece {
  readonly start: number
  readonly text: string
}

/** A member of a JSON object with a string, in the data of an event. */
const member = /"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/g
const data = /^data:.*$/gm

/**
 * Finds secrets that are cut into several events of a stream, in a text whose characters are bytes. The values of
 * members with the same name are put together, as a client does with the deltas of a text.
 */
function findAcrossEvents(text: string, find: FindSecrets): readonly Spans[] {
  return [...piecesByMember(text).values()].flatMap((pieces) => spansIn(pieces, find))
}

function piecesByMember(text: string): ReadonlyMap<string, readonly Piece[]> {
  const pieces = new Map<string, Piece[]>()
  for (const { 0: line, index } of text.matchAll(data)) {
    for (const { 0: all, 1: name = '', 2: value = '', index: at } of line.matchAll(member)) {
      if (value === '') continue
      const own = pieces.get(name) ?? []
      own.push({ start: index + at + all.length - 1 - value.length, text: value })
      pieces.set(name, own)
    }
  }
  return pieces
}

function spansIn(pieces: readonly Piece[], find: FindSecrets): readonly Spans[] {
  if (pieces.length < 2) return []
  const found = find(pieces.map(({ text }) => text).join(''))
  return found.map((match) => partsOf(match, pieces)).filter((spans) => spans.length > 1)
}

/** Returns the parts of a match in the pieces, as places of the whole text. */
function partsOf({ start, end, label }: Match, pieces: readonly Piece[]): Spans {
  const parts: Match[] = []
  let offset = 0
  for (const { start: place, text } of pieces) {
    const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, text.length)]
    if (from < to) parts.push({ start: place + from, end: place + to, label: parts.length === 0 ? label : '' })
    offset += text.length
  }
  return parts
}
