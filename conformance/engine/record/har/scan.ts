/** The position of an entry in its file, in bytes. */
export interface EntryPlace {
  readonly offset: number
  readonly length: number
}

/** Finds the entries of a HAR piece by piece, without keeping them in memory. */
export interface HarScan {
  /** Reads the next piece and returns the entries that end in it. */
  push(piece: Uint8Array): readonly EntryPlace[]
  /** Returns the text outside of the entries, as far as it is kept, and whether the HAR is complete. */
  end(): { readonly frame: string; readonly isWhole: boolean }
}

/** The most bytes outside of the entries that are kept: pages, creator, comments. */
const longestFrame = 4 * 1024 * 1024
/** The most bytes of a name that are read. `log` and `entries` are shorter. */
const longestName = 16

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const [brace, bracket, braceEnd, bracketEnd] = [0x7b, 0x5b, 0x7d, 0x5d]

/** Starts a scan. `log.entries` is the list at the third level, under these two names. */
export function startHarScan(): HarScan {
  const frame: number[] = []
  const names: (string | undefined)[] = []
  let offset = 0
  let depth = 0
  let entryAt = -1
  let isInText = false
  let isEscaped = false
  let isWhole = false
  let text: number[] = []
  let lastText = ''
  const isListed = (): boolean => names[1] === 'log' && names[2] === 'entries'

  /** Reads a byte of a string. */
  const take = (byte: number): void => {
    if (isEscaped) isEscaped = false
    else if (byte === backslash) isEscaped = true
    else if (byte === quote) {
      isInText = false
      lastText = String.fromCharCode(...text)
      return
    }
    if (depth <= 2 && text.length < longestName) text.push(byte)
  }
  const open = (byte: number, at: number): void => {
    if (depth === 3 && byte === brace && isListed()) entryAt = at
    depth += 1
    names[depth] = undefined
  }
  const close = (at: number): EntryPlace | undefined => {
    depth -= 1
    if (depth === 0) isWhole = true
    if (depth !== 3 || entryAt < 0) return undefined
    const place = { offset: entryAt, length: at + 1 - entryAt }
    entryAt = -1
    return place
  }
  /** Keeps only the brackets of the list of entries. */
  const keep = (byte: number): void => {
    const isInside = depth >= 3 && isListed() && !(depth === 3 && !isInText && byte === bracketEnd)
    if (!isInside && frame.length < longestFrame) frame.push(byte)
  }
  const step = (byte: number, at: number): EntryPlace | undefined => {
    keep(byte)
    if (isInText) return void take(byte)
    if (byte === brace || byte === bracket) open(byte, at)
    else if (byte === quote) [isInText, text] = [true, []]
    else if (byte === colon && depth <= 2) names[depth] = lastText
    else if (byte === braceEnd || byte === bracketEnd) return close(at)
    return undefined
  }
  return {
    push(piece) {
      const found: EntryPlace[] = []
      for (let index = 0; index < piece.length; index += 1) {
        if (isInText && depth > 2 && entryAt >= 0) index = textEnd(piece, index, isEscaped)
        if (index >= piece.length) break
        const place = step(piece[index]!, offset + index)
        if (place !== undefined) found.push(place)
      }
      offset += piece.length
      return found
    },
    end: () => ({ frame: Buffer.from(frame).toString('utf8'), isWhole }),
  }
}

/** Returns the next significant byte in a string. Skips text fast, since most of a HAR is the text of bodies. */
function textEnd(piece: Uint8Array, from: number, isEscaped: boolean): number {
  if (isEscaped) return from
  let at = from
  while (at < piece.length && piece[at] !== quote && piece[at] !== backslash) at += 1
  return at
}
