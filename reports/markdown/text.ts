import { phrases } from '../phrases.ts'
import { visible, visibleLine } from '../visible.ts'
import { inert } from '../workflow-command.ts'

/** A statement, with its code words as code. */
export function prose(text: string): string {
  return phrases(text)
    .map(({ words, isCode }) => (isCode ? code(words) : plain(words)))
    .join('')
}

/**
 * Text in which nothing is markup, a mention, a link or a reference, not even at the start of a list item. GitHub looks
 * for mentions and references after escapes are undone: a space of no width keeps them apart.
 */
export function plain(text: string): string {
  return inert(visibleLine(text))
    .replace(special, (found) => spelled[found] ?? `\\${found}`)
    .replace(/^(\d*)([-+.:=])/, '$1\\$2')
}

const special = /&|@|:\/\/|#(?=[\p{L}\p{N}])|(?<=\bgh)-(?=\d)|(?<=\bwww)\.|[\\`*_{}[\]()#!|<>~]/giu

const spelled: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '@': '&#64;&#8203;',
  '://': '&#58;//',
  '#': '&#35;&#8203;',
  '-': '-&#8203;',
  '.': '&#46;',
}

/** A code span: fenced by more backticks than it contains in a row (CommonMark §6.1). */
export function code(text: string): string {
  const shown = inert(visibleLine(text))
  const fence = '`'.repeat(longestRun(shown) + 1)
  const isTight = /^[^\s`](.*[^\s`])?$/.test(shown)
  return isTight ? fence + shown + fence : `${fence} ${shown} ${fence}`
}

/** A code span for a cell of a table, where a bar begins the next cell wherever it stands (GFM, tables). */
export function cell(text: string): string {
  return code(text.replaceAll('|', '⟨U+007C⟩'))
}

/** A command to copy, in a block that is fenced by more backticks than it contains in a row. */
export function command(text: string): string {
  const fence = '`'.repeat(Math.max(2, longestRun(text)) + 1)
  return `${fence}sh\n${inert(visible(text))}\n${fence}`
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0)
}

/** The first characters of a text, and how long it is where that is not all. */
export function clipped(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`
}
