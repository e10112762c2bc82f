/** The fewest characters of a secret. A shorter text occurs in many words. */
export const shortestSecret = 6

/** A text in another spelling, and where each of its characters was in the original text. */
export interface ReadText {
  readonly text: string
  /** Returns the beginning of a character in the original text. */
  startOf(at: number): number
  /** Returns the end of a character in the original text. */
  endOf(at: number): number
}

/** A replaced part of a text. */
interface Edit {
  /** The beginning and end of the replacement. */
  readonly at: number
  readonly until: number
  /** The beginning and end of the replaced part in the original text. */
  readonly from: number
  readonly to: number
}

export function asWritten(text: string): ReadText {
  return { text, startOf: (at) => at, endOf: (at) => at + 1 }
}

/**
 * Replaces the matches of a pattern, which has no capturing group. Where they were is only computed once somebody asks:
 * large uploads have hundreds of thousands of matches, and hardly ever a secret.
 */
function edited(text: string, pattern: RegExp, replacement: (match: string) => string): ReadText {
  const changed = text.replace(pattern, (match: string) => replacement(match))
  let edits: readonly Edit[] | undefined
  const before = (at: number): Edit => {
    edits ??= editsIn(text, pattern, replacement)
    return lastEdit(edits, at) ?? { at: 0, until: 0, from: 0, to: 0 }
  }
  return {
    text: changed,
    startOf: (at) => {
      const edit = before(at)
      return at < edit.until ? edit.from : edit.to + at - edit.until
    },
    endOf: (at) => {
      const edit = before(at)
      return at < edit.until ? edit.to : edit.to + at - edit.until + 1
    },
  }
}

function editsIn(text: string, pattern: RegExp, replacement: (match: string) => string): readonly Edit[] {
  let by = 0
  return Array.from(text.matchAll(pattern), ({ 0: match, index: from }) => {
    const { length } = replacement(match)
    const edit = { at: from - by, until: from - by + length, from, to: from + match.length }
    by += match.length - length
    return edit
  })
}

/** Returns the last edit that begins at a character or before it. */
function lastEdit(edits: readonly Edit[], place: number): Edit | undefined {
  let [low, high] = [0, edits.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (edits[middle]!.at <= place) low = middle + 1
    else high = middle
  }
  return edits[low - 1]
}

const severalBytes = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/** Decodes UTF-8 in a text whose characters may be bytes. */
export function inCharacters(text: string): ReadText {
  if (!/[\x80-\xff]/.test(text)) return asWritten(text)
  return edited(text, severalBytes, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))
}

const escaped =
  /%(?:25)*[\da-f]{2}|\\+(?:u[\da-f]{4}|x[\da-f]{2})|\\+|&(?:#(?:0*\d{1,7}|x0*[\da-f]{1,6})|amp|lt|gt|quot|apos);|\0+/gi
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Decodes percent-encoding and the escapes of JSON and HTML. Removes backslashes, since JSON within JSON repeats them,
 * and the zero bytes of UTF-16. `decode` then reads the bytes. Returns `undefined` for a text without any.
 */
export function unescaped(text: string, decode = inCharacters): ReadText | undefined {
  if (!/[%\\&\0]/.test(text)) return undefined
  const inner = edited(text, escaped, (match) => {
    const character = characterOf(match)
    return character === '\\' || character === '\0' ? '' : character
  })
  const outer = decode(inner.text)
  return {
    text: outer.text,
    startOf: (at) => inner.startOf(outer.startOf(at)),
    endOf: (at) => inner.endOf(outer.endOf(at) - 1),
  }
}

function characterOf(match: string): string {
  if (match.startsWith('%')) return String.fromCharCode(Number.parseInt(match.slice(-2), 16))
  if (!match.startsWith('&')) {
    if (match.length < 4 || match.startsWith('\0')) return ''
    const digits = /[ux](.*)$/i.exec(match)?.[1]
    return digits === undefined ? '' : String.fromCharCode(Number.parseInt(digits, 16))
  }
  const [, name = '', hex, decimal] = /^&(?:([a-z]+)|#x(.+)|#(.+));$/i.exec(match)!
  if (name !== '') return named[name.toLowerCase()]!
  const code = hex === undefined ? Number.parseInt(decimal!, 10) : Number.parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/** The code that stands for everything between two lists of digits. */
const gap = 0
/** The character that stands for everything between two lists of numbers. */
const between = '\uffff'

/** The kinds of characters in hex, and what may stand between two bytes. */
const [word, digit, letterX, separator] = [0, 1, 2, 3]
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[\da-f]/i.test(character)) return digit
  if (character === 'x') return letterX
  return /\w/.test(character) ? word : separator
})

/** Matches the least digits of a secret in hex. Most large bodies have no such list of digits. */
const severalDigits = new RegExp(`[\\da-f](?:\\W?x?[\\da-f]){${2 * shortestSecret - 1}}`, 'i')

/**
 * Reads the digits of bytes in hex, which may have one separator and an `x` between them. Returns `undefined` for a text
 * without enough of them for a secret.
 */
export function hexDigits(text: string): ReadText | undefined {
  if (!severalDigits.test(text)) return undefined
  const places: number[] = []
  const digits: number[] = []
  const kindAt = (at: number): number => kinds[text.charCodeAt(at)] ?? (at < text.length ? separator : word)
  for (let at = nextDigit(text, 0); at < text.length; at += 1) {
    const kind = kindAt(at)
    if (kind === digit) {
      places.push(at)
      digits.push(text.charCodeAt(at))
      continue
    }
    const next = kind === separator && kindAt(at + 1) === letterX ? at + 2 : at + 1
    if (kind !== word && kindAt(next) === digit) at = next - 1
    else {
      places.push(at)
      digits.push(gap)
      at = nextDigit(text, at) - 1
    }
  }
  const read = Buffer.from(digits).toString('latin1').toLowerCase()
  return { text: read, startOf: (at) => places[at]!, endOf: (at) => places[at]! + 1 }
}

const anyDigit = /[\da-f]/gi

function nextDigit(text: string, from: number): number {
  anyDigit.lastIndex = from
  return anyDigit.exec(text)?.index ?? text.length
}

/** Reads the bytes in lists of decimal numbers as characters. Returns `undefined` for a text without a list. */
export function bytesInNumbers(text: string): ReadText | undefined {
  if (!/\d,\s*\d+,\s*\d+,\s*\d+,\s*\d/.test(text)) return undefined
  const [starts, ends, bytes]: [number[], number[], string[]] = [[], [], []]
  for (const { 0: all, 1: number = '', 2: comma, index } of text.matchAll(/(\d+)(,\s*(?=\d))?/g)) {
    const value = number.length > 3 ? 256 : Number.parseInt(number, 10)
    starts.push(index, ...(comma === undefined ? [index + all.length] : []))
    ends.push(index + number.length, ...(comma === undefined ? [index + all.length] : []))
    bytes.push(value > 255 ? between : String.fromCharCode(value), ...(comma === undefined ? [between] : []))
  }
  return { text: bytes.join(''), startOf: (at) => starts[at]!, endOf: (at) => ends[at]! }
}
