/** A name for part of a case's id: lower case, words joined by hyphens. */
export function slug(text: string): string {
  const words = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
  return words
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 48)
}

/** Hands out names, each once: a name asked for again gets a number. */
export function uniqueNames(): (name: string) => string {
  const taken = new Map<string, number>()
  return (name) => {
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count === 1 ? name : `${name}-${count}`
  }
}

/** A number with leading zeros, so that ids sort as they are counted. */
export function numbered(count: number): string {
  return String(count).padStart(2, '0')
}
