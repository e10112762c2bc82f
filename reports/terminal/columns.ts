import { visibleLine } from '../../conformance/core/text/visible.ts'
import { inert } from '../workflow-command.ts'

/** Characters that take two columns: CJK, Hangul, full-width forms, emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** Counts the columns that a text takes in a terminal. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) columns += wide.test(character) ? 2 : 1
  return columns
}

/** Wraps a text at `width` columns, between words if possible. Makes sure that no line is a workflow command. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of visibleLine(text)
    .split(' ')
    .flatMap((long) => pieces(long, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (columnsOf(longer) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line].map(inert)
}

function pieces(word: string, width: number): readonly string[] {
  if (columnsOf(word) <= width) return [word]
  const cut: string[] = []
  let piece = ''
  let columns = 0
  for (const character of word) {
    columns += columnsOf(character)
    if (columns > width) {
      cut.push(piece)
      piece = ''
      columns = columnsOf(character)
    }
    piece += character
  }
  return [...cut, piece]
}

/** Puts a label before the first line and indents the other lines by the same width. */
export function hung(label: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => (index === 0 ? label : ' '.repeat(columnsOf(label))) + line)
}
