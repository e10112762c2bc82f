import { createRequire } from 'node:module'
import { membersOf } from '../../../../schemas/json.ts'

/**
 * Parses a cassette in YAML one interaction at a time, since the parser needs a hundred bytes of memory for each byte
 * of text. A text with another layout, or with an alias of a value in another interaction, is parsed as a whole.
 */
export function parseCassetteYaml(text: string): ParsedYaml {
  const parts = partsOf(text)
  const frame = parts && parseYaml(parts.frame)
  if (parts === undefined || frame === undefined || 'problem' in frame) return parseYaml(text)
  const items: unknown[] = []
  for (const item of parts.items) {
    const parsed = parseYaml(item)
    const list = 'problem' in parsed ? undefined : parsed.value
    if (!Array.isArray(list) || list.length !== 1) return parseYaml(text)
    items.push(list[0])
  }
  return { value: { ...membersOf(frame.value), [parts.name]: items } }
}

interface Parts {
  /** The name of the list of interactions. */
  readonly name: string
  /** The text around the items of the list. */
  readonly frame: string
  /** The texts of the items. Each is a list with one item. */
  readonly items: readonly string[]
}

/**
 * Splits a text at the items of its list of interactions. All other lines of an item are indented further than its
 * hyphen, even those of multi-line texts (YAML 1.2.2 §8.2.1). The list ends with a line that begins at the margin.
 */
function partsOf(text: string): Parts | undefined {
  const head = /^(interactions|http_interactions):[ \t]*\r?\n(?=( *)- )/m.exec(text)
  if (head === null) return undefined
  const [whole, name, indent] = [head[0], head[1]!, head[2]!]
  const start = head.index + whole.length
  const rest = /^[^\s#-]/m.exec(text.slice(start))
  const end = rest === null ? text.length : start + rest.index
  const list = text.slice(start, end)
  const starts = [...list.matchAll(new RegExp(`^${indent}- `, 'gm'))].map(({ index }) => index)
  const items = starts.map((from, index) => list.slice(from, starts[index + 1]))
  return { name, frame: text.slice(0, start) + text.slice(end), items }
}

const require = createRequire(import.meta.url)

/** Loads the parser with the first cassette, since most commands read none. */
function yaml(): typeof import('yaml') {
  return require('yaml') as typeof import('yaml')
}

/** The most tokens of a text. The parser keeps an object for each. */
const mostTokens = 1_000_000
/** The most uses of one anchor; nested uses multiply. PyYAML writes an alias for each repeated value. */
const mostAliases = 10_000

/** A parsed value, or the reason why the text is rejected. */
type ParsedYaml = { readonly value: unknown } | { readonly problem: string }

/** The tags of recorders: bytes, and the strings of Python 2. */
const bytesTags = ['!binary', 'tag:yaml.org,2002:binary']
const stringTags = ['tag:yaml.org,2002:python/unicode', 'tag:yaml.org,2002:python/str', 'tag:yaml.org,2002:str', '!str']

const customTags = [
  ...bytesTags.map((tag) => ({ tag, identify: () => false, resolve: bytesIn })),
  ...stringTags.map((tag) => ({ tag, identify: () => false, resolve: (text: string) => text })),
]

/**
 * Parses YAML of unknown origin. Rejects all tags except those of bytes and strings, and executes nothing. Quoted texts
 * that are not indented further than their key are read as the parsers of the recorders read them.
 */
export function parseYaml(text: string): ParsedYaml {
  const parsed = parseStrictly(text)
  if (!('problem' in parsed)) return parsed
  const indented = withIndentedQuotes(text)
  const again = indented === text ? parsed : parseStrictly(indented)
  return 'problem' in again ? parsed : again
}

function parseStrictly(text: string): ParsedYaml {
  if (hasTooManyTokens(text)) return { problem: `it has more than ${mostTokens.toLocaleString('en')} YAML tokens` }
  try {
    const document = yaml().parseDocument(text, {
      schema: 'core',
      customTags,
      prettyErrors: false,
      logLevel: 'silent',
      uniqueKeys: false,
    })
    const [error] = [...document.errors, ...document.warnings]
    if (error !== undefined) return { problem: error.message.split('\n')[0]! }
    return { value: document.toJS({ maxAliasCount: mostAliases }) as unknown }
  } catch (error) {
    return { problem: reasonOf(error as Error) }
  }
}

function reasonOf({ name, message }: Error): string {
  if (name === 'RangeError') return 'its values are nested too deeply'
  return /alias count/i.test(message) ? 'its aliases multiply (a billion laughs)' : message.split('\n')[0]!
}

function hasTooManyTokens(text: string): boolean {
  let tokens = 0
  for (const _ of new (yaml().Lexer)().lex(text)) {
    tokens += 1
    if (tokens > mostTokens) return true
  }
  return false
}

function bytesIn(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

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
function withIndentedQuotes(text: string): string {
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
