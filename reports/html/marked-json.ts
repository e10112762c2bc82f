import { below } from '../../schemas/json-pointer.ts'
import { type Html, html } from '../markup.ts'

/** A line of an indented body, and whether a finding points at it. */
export interface BodyLine {
  readonly text: string
  readonly isMarked: boolean
}

/** Returns JSON as indented lines, with those at the pointers marked; `undefined` if the text is not JSON. */
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

/** Adds a line for a missing value at the start of the nearest existing parent. */
function withGap(lines: readonly PlacedLine[], pointer: string, around: string): readonly PlacedLine[] {
  const opening = lines.findIndex((line) => line.pointer === around)
  const indent = /^ */.exec(lines[opening]?.text ?? '')?.[0] ?? ''
  const gap = { pointer: around, text: `${indent}  (nothing at ${pointer})`, isMarked: true }
  return lines.toSpliced(opening + 1, 0, gap)
}

/** Renders JSON as indented lines, with the values at the pointers marked; `undefined` if the text is not JSON. */
export function markedJson(text: string, pointers: readonly string[]): Html | undefined {
  const lines = bodyLines(text, pointers)
  return lines && shownLines(lines)
}

/** Renders lines as preformatted text. */
export function shownLines(lines: readonly BodyLine[]): Html {
  return html`${lines.map(({ text, isMarked }, index) => html`${index === 0 ? '' : '\n'}${isMarked ? html`<mark>${text}</mark>` : text}`)}`
}

/**
 * Returns the pointer itself or, if it does not exist, the nearest existing parent. The empty pointer is the whole
 * text.
 */
function nearest(pointer: string, known: ReadonlySet<string>): string {
  let at = pointer
  while (at !== '' && !known.has(at)) at = at.slice(0, Math.max(0, at.lastIndexOf('/')))
  return at
}

function isWithin({ pointer }: JsonLine, marked: readonly string[]): boolean {
  return marked.some((place) => pointer === place || pointer.startsWith(`${place}/`))
}

/** One line of indented JSON, with the JSON pointer of its value. */
interface JsonLine {
  readonly pointer: string
  readonly text: string
}

interface Frame {
  readonly pointer: string
  readonly isList: boolean
  members: number
}

interface Layout {
  readonly lines: { pointer: string; indent: number; text: string }[]
  readonly open: Frame[]
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The maximum nesting depth of JSON that is rendered. A target may nest its JSON arbitrarily deep. */
const deepest = 40

/**
 * Returns JSON as indented lines. Tokens are not changed, so numbers keep their digits and repeated members all show.
 * Returns `undefined` for a text that is not JSON or is nested too deeply.
 */
export function jsonLines(text: string): readonly JsonLine[] | undefined {
  if (!isJson(text)) return undefined
  const layout: Layout = { lines: [{ pointer: '', indent: 0, text: '' }], open: [] }
  const tokens = text.match(token) ?? []
  for (const [index, word] of tokens.entries()) {
    place(layout, word, tokens[index - 1], tokens[index + 1])
    if (layout.open.length > deepest) return undefined
  }
  return layout.lines.map(({ pointer, indent, text }) => ({ pointer, text: '  '.repeat(indent) + text }))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function place(layout: Layout, word: string, before: string | undefined, after: string | undefined): void {
  const line = layout.lines.at(-1)!
  if (word === '{' || word === '[') {
    line.text += word
    if (after !== '}' && after !== ']') enter(layout, word === '[')
  } else if (word === '}' || word === ']') {
    if (before === '{' || before === '[') line.text += word
    else leave(layout, word)
  } else if (word === ',') {
    line.text += word
    nextMember(layout)
  } else if (word === ':') line.text += ': '
  else addScalar(layout, word)
}

function enter(layout: Layout, isList: boolean): void {
  layout.open.push({ pointer: layout.lines.at(-1)!.pointer, isList, members: 0 })
  nextMember(layout)
}

function leave(layout: Layout, word: string): void {
  const { pointer } = layout.open.pop()!
  layout.lines.push({ pointer, indent: layout.open.length, text: word })
}

function nextMember({ lines, open }: Layout): void {
  const frame = open.at(-1)!
  const pointer = frame.isList ? `${frame.pointer}/${frame.members}` : frame.pointer
  lines.push({ pointer, indent: open.length, text: '' })
  frame.members += 1
}

function addScalar({ lines, open }: Layout, word: string): void {
  const line = lines.at(-1)!
  const frame = open.at(-1)
  if (line.text === '' && frame?.isList === false) line.pointer = below(frame.pointer, String(JSON.parse(word)))
  line.text += word
}
