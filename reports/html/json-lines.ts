import { below } from '../../schemas/json-pointer.ts'

/** One line of a JSON text laid out, with the JSON pointer of the value it belongs to. */
export interface JsonLine {
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

/** Nobody reads deeper levels, and a target may nest as deep as it likes. */
const deepest = 40

/**
 * A JSON text laid out over lines. Every token stays as it was written, so numbers keep their digits and repeated
 * members all show. `undefined` for a text that is not JSON or nests too deep.
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
