/** What a comment can hold, less what is said in place of what does not fit. */
const room = 65_000

/** The parts of a document as far as there is room for them. */
export function fitting(parts: readonly string[]): readonly string[] {
  let length = 0
  const kept = parts.filter((part) => {
    const fits = length + part.length + 2 <= room
    if (fits) length += part.length + 2
    return fits
  })
  return kept.length === parts.length ? parts : [...kept, 'This report is shortened; the other reports are complete.']
}
