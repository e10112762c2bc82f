import { visible, visibleLine } from '../../conformance/core/text/visible.ts'
import { phrases } from '../phrases.ts'
import { inert } from '../workflow-command.ts'

/** Renders a statement, with its code words as code. */
export function statementMarkdown(text: string): string {
  return phrases(text)
    .map(({ words, isCode }) => (isCode ? code(words) : escapeMarkdown(words)))
    .join('')
}

/**
 * Escapes text so that nothing in it is markup, a mention, a link or a reference, even at the start of a list item.
 * GitHub looks for mentions and references after it has removed escapes; a zero-width space keeps it from finding them.
 */
export function escapeMarkdown(text: string): string {
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

/** Renders a code span. Its fence has more backticks than the text has in a row (CommonMark §6.1). */
export function code(text: string): string {
  const shown = inert(visibleLine(text))
  const fence = '`'.repeat(longestRun(shown) + 1)
  const isTight = /^[^\s`](.*[^\s`])?$/.test(shown)
  return isTight ? fence + shown + fence : `${fence} ${shown} ${fence}`
}

/** Renders a command as a code block. Its fence has more backticks than the text has in a row. */
export function commandBlock(text: string): string {
  const fence = '`'.repeat(Math.max(2, longestRun(text)) + 1)
  return `${fence}sh\n${inert(visible(text))}\n${fence}`
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0)
}
