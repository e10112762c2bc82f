/** A text that is searched, such as a string. */
export interface Searched {
  readonly length: number
  charCodeAt(at: number): number
  indexOf(part: string, from: number): number
}

/** A text to find. */
export interface Needle {
  readonly text: string
  /** The fewest characters of its beginning that are found where a text was cut. */
  readonly shortestBeginning: number
  /** Returns, for each character, the length of the longest beginning that also ends there. */
  readonly borders: () => Int32Array
}

/** The number of characters that are found before others are compared. */
const longestPrefix = 8

export function needleOf(text: string, shortestBeginning: number): Needle {
  let known: Int32Array | undefined
  return {
    text,
    shortestBeginning,
    // A long needle whose first characters never occur needs no table.
    borders: () => {
      known ??= bordersOf(text)
      return known
    },
  }
}

function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    while (length > 0 && code !== text.charCodeAt(length)) length = borders[length - 1]!
    if (code === text.charCodeAt(length)) length += 1
    borders[at] = length
  }
  return borders
}

export interface Occurrence {
  readonly start: number
  readonly end: number
  /** True if only the beginning of the needle was found, at a place where the text was cut. */
  readonly isCut: boolean
}

/**
 * Returns the occurrences of a needle, which do not overlap, and its beginnings before a cut. The time is linear in the
 * length of the text for every needle (the algorithm of Knuth, Morris and Pratt).
 */
export function occurrences(
  text: Searched,
  needle: Needle,
  isCutAt: (at: number) => boolean = () => false,
): readonly Occurrence[] {
  const { text: wanted, shortestBeginning } = needle
  const prefix = wanted.slice(0, longestPrefix)
  const found: Occurrence[] = []
  let [at, matched] = [0, 0]
  for (;;) {
    if (matched === 0) {
      const next = text.indexOf(prefix, at)
      if (next < 0) return found
      at = next + prefix.length
      matched = prefix.length
    } else {
      if (at >= text.length) return found
      const code = text.charCodeAt(at)
      while (matched > 0 && code !== wanted.charCodeAt(matched)) matched = needle.borders()[matched - 1]!
      if (code === wanted.charCodeAt(matched)) matched += 1
      at += 1
    }
    const isWhole = matched === wanted.length
    if (!isWhole && (matched < shortestBeginning || !isCutAt(at))) continue
    found.push({ start: at - matched, end: at, isCut: !isWhole })
    matched = 0
  }
}
