import { type Html, html } from '../markup.ts'
import { type JsonLine, jsonLines } from './json-lines.ts'

/** A JSON text laid out over lines, with the values at these pointers marked; `undefined` for a text that is not JSON. */
export function markedJson(text: string, pointers: readonly string[]): Html | undefined {
  const lines = jsonLines(text)
  if (lines === undefined) return undefined
  const known = new Set(lines.map(({ pointer }) => pointer))
  const marked = pointers.map((pointer) => nearest(pointer, known)).filter((pointer) => pointer !== '')
  return html`${lines.map((line, index) => html`${index === 0 ? '' : '\n'}${shown(line, marked)}`)}`
}

/** The pointer itself, or where something is missing, the nearest place around it; the empty one is the whole text. */
function nearest(pointer: string, known: ReadonlySet<string>): string {
  let at = pointer
  while (at !== '' && !known.has(at)) at = at.slice(0, Math.max(0, at.lastIndexOf('/')))
  return at
}

function shown({ pointer, text }: JsonLine, marked: readonly string[]): Html {
  const isMarked = marked.some((place) => pointer === place || pointer.startsWith(`${place}/`))
  return isMarked ? html`<mark>${text}</mark>` : html`${text}`
}
