/** Returns a count and a noun, for example `1 request`, `2 requests` or, with a plural, `2 entries`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** Returns the verb of `${count} of ${counted(all, …)}`: 1 of 3 cases *passes*, 2 of 3 *pass*, 0 of 1 case *passes*. */
export function verbOfShare(count: number, all: number, verb: string, plural: string): string {
  return count === 1 || all === 1 ? verb : plural
}
