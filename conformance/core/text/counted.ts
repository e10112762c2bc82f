/** Returns a count and a noun, for example `1 request`, `2 requests` or, with a plural, `2 entries`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
