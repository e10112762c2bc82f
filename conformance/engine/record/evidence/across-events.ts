import type { FindSecrets, Match } from './redact-chunks.ts'

/** The spans of one secret: its label is at the first, and the others are removed. */
export type Spans = readonly Match[]

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
export function findAcrossEvents(text: string, find: FindSecrets): readonly Spans[] {
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
