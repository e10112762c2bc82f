/** The indentation of a continuation line. It is greater than that of any key in a cassette. */
const indentation = ' '.repeat(64)

/** The begin of a quoted text: the indentation, hyphens, a key, and tags or anchors may precede it. */
const opening = /^ *(?:- +)*(?:[^\s'"#&!|>[{-][^'"#]*?: +|'[^']*' *: +|"[^"\\]*" *: +)?(?:[!&][^\s]* +)*(?<quote>['"])/

/** The end of a line with which a block text begins, whose lines are indented further. */
const block = /(?:^|[:-] +|[!&]\S{1,80} +)[|>][+-]?\d?[+-]?[ \t]*$/
/** The most characters at the end of a line in which it is searched for. */
const endLength = 200

/**
 * Indents the continuation lines of quoted texts. YAML 1.2 requires that they are indented further than their key, but
 * PyYAML, libyaml and go-yaml read them at any indentation. The spaces are no part of the text (YAML 1.2.2 §7.3.1).
 */
export function withIndentedQuotes(text: string): string {
  let quote: string | undefined
  let blockIndent: number | undefined
  const indented = text.split('\n').map((line) => {
    if (quote !== undefined) {
      const isClosed = closesIn(line, quote)
      if (isClosed) quote = undefined
      return line.trim() === '' ? line : indentation + line
    }
    if (blockIndent !== undefined && (line.trim() === '' || indentOf(line) > blockIndent)) return line
    blockIndent = block.test(line.slice(-endLength)) ? indentOf(line) : undefined
    if (blockIndent !== undefined) return line
    const found = opening.exec(line)
    const mark = found?.groups?.['quote']
    if (found !== null && mark !== undefined && !closesIn(line.slice(found[0].length), mark)) quote = mark
    return line
  })
  return indented.join('\n')
}

/** Returns whether a quoted text ends in a line of it. */
function closesIn(line: string, quote: string): boolean {
  return line.replaceAll(quote === "'" ? "''" : /\\./g, '').includes(quote)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
