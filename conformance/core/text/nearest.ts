/** Returns the candidate that a mistyped word most likely means; `undefined` if none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let shortest = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), shortest)
    if (distance >= shortest) continue
    best = candidate
    shortest = distance
  }
  return best
}

/** Returns ` (did you mean "…"?)` if a candidate is close, or else an empty text. */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const near = nearest(word, candidates)
  return near === undefined ? '' : ` (did you mean "${near}"?)`
}

/** Returns the Levenshtein distance, or `limit` if it is at least that. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return Math.min(row[other.length]!, limit)
}
