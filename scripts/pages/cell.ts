/** Escapes text for a cell of a Markdown table. Only code spans keep their markup. */
export function cell(text: string): string {
  const spans = text.replaceAll(/\s+/g, ' ').split(/(`[^`]+`)/)
  return spans.map((span) => (/^`[^`]+`$/.test(span) ? span.replaceAll('|', '\\|') : escaped(span))).join('')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~]/g, '\\$&')
}

/** Returns a table with this head and these rows of escaped cells. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('')
}

export function anchor(id: string): string {
  return `<a id="${id}"></a>`
}

export function linkTo(id: string, text = `\`${id}\``): string {
  return `[${text}](#${id})`
}
