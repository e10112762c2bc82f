/** The size limit of a comment minus the size of the note about omitted parts. */
const room = 65_000

/** Returns the first parts of a document, as many as fit. */
export function fitting(parts: readonly string[]): readonly string[] {
  let length = 0
  const kept = parts.filter((part) => {
    const fits = length + part.length + 2 <= room
    if (fits) length += part.length + 2
    return fits
  })
  return kept.length === parts.length ? parts : [...kept, 'This report is shortened; the other reports are complete.']
}
