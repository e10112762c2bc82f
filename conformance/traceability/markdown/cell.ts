/** Text for a cell of a Markdown table: nothing in it but code spans is taken for markup, and nothing ends the cell. */
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

/** A table: its head and its rows of ready cells. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('')
}

/** A place that links of this page lead to. */
export function anchor(id: string): string {
  return `<a id="${id}"></a>`
}

/** A link to such a place. */
export function linkTo(id: string, text = `\`${id}\``): string {
  return `[${text}](#${id})`
}
