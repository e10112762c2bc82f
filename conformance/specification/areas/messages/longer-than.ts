/** Ranges of characters that are always one grapheme each. They contain no marks, joiners or parts of syllables. */
const plain: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa1, 0xac],
  [0xae, 0x2ff],
  [0x370, 0x482],
  [0x48a, 0x52f],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
]
const combining: readonly [first: number, last: number] = [0x300, 0x36f]

const isPlain = new Uint8Array(0x10000)
for (const [first, last] of plain) isPlain.fill(1, first, last + 1)
const mayPrecede = new Uint8Array(isPlain)
mayPrecede.fill(1, combining[0], combining[1] + 1)

/**
 * Returns whether a text exceeds a limit, whether characters are counted as UTF-16 units, code points or graphemes
 * (interpretation G6). Graphemes are never more than code points, and those never more than units. Only plain
 * characters count as graphemes, because segmenting megabytes takes minutes.
 */
export function isLongerThan(limit: number, text: string): boolean {
  let count = 0
  if (text.length <= limit) return false
  for (let at = 0; at < text.length; at += 1) {
    if (isPlain[text.charCodeAt(at)] === 0) continue
    if (at === 0 || mayPrecede[text.charCodeAt(at - 1)] === 1) count += 1
    if (count > limit) return true
  }
  return false
}
