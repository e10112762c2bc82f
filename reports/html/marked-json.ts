import { type Html, html } from '../markup.ts'
import { type JsonLine, jsonLines } from './json-lines.ts'

/** A line of a body laid out, and whether a finding points at it. */
export interface BodyLine {
  readonly text: string
  readonly isMarked: boolean
}

/** A JSON text laid out over lines, those of the values at these pointers marked; `undefined` for a text that is not JSON. */
export function bodyLines(text: string, pointers: readonly string[]): readonly BodyLine[] | undefined {
  const lines = jsonLines(text)
  if (lines === undefined) return undefined
  const known = new Set(lines.map(({ pointer }) => pointer))
  const present = pointers.filter((pointer) => pointer !== '' && known.has(pointer))
  const missing = pointers.filter((pointer) => pointer.startsWith('/') && !known.has(pointer))
  const shown = lines.map((line) => ({ ...line, isMarked: isWithin(line, present) }))
  return missing.reduce<readonly PlacedLine[]>((all, pointer) => withGap(all, pointer, nearest(pointer, known)), shown)
}

type PlacedLine = JsonLine & BodyLine

/** The lines, and one that says what is missing, at the top of the nearest place around it. */
function withGap(lines: readonly PlacedLine[], pointer: string, around: string): readonly PlacedLine[] {
  const opening = lines.findIndex((line) => line.pointer === around)
  const indent = /^ */.exec(lines[opening]?.text ?? '')?.[0] ?? ''
  const gap = { pointer: around, text: `${indent}  (nothing at ${pointer})`, isMarked: true }
  return lines.toSpliced(opening + 1, 0, gap)
}

/** A JSON text laid out over lines, with the values at these pointers marked; `undefined` for a text that is not JSON. */
export function markedJson(text: string, pointers: readonly string[]): Html | undefined {
  const lines = bodyLines(text, pointers)
  return lines && shownLines(lines)
}

/** Lines as they stand in preformatted text. */
export function shownLines(lines: readonly BodyLine[]): Html {
  return html`${lines.map(({ text, isMarked }, index) => html`${index === 0 ? '' : '\n'}${isMarked ? html`<mark>${text}</mark>` : text}`)}`
}

/** The pointer itself, or where something is missing, the nearest place around it; the empty one is the whole text. */
function nearest(pointer: string, known: ReadonlySet<string>): string {
  let at = pointer
  while (at !== '' && !known.has(at)) at = at.slice(0, Math.max(0, at.lastIndexOf('/')))
  return at
}

function isWithin({ pointer }: JsonLine, marked: readonly string[]): boolean {
  return marked.some((place) => pointer === place || pointer.startsWith(`${place}/`))
}
