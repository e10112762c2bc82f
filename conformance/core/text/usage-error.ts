/** A mistake of the user, such as an unknown option value. Its message is one line with the value and a remedy. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** Further lines, if there are several mistakes. */
  readonly more: readonly string[]

  constructor(message: string, more: readonly string[] = []) {
    super(message)
    this.more = more
  }
}

const mostLines = 10

/** Throws a `UsageError` with one line for each mistake. Does nothing if there are none. */
export function rejectAll(lines: readonly string[]): void {
  const [first, ...more] = lines
  if (first === undefined) return
  const beyond = lines.length - (mostLines - 1)
  throw new UsageError(first, beyond <= 1 ? more : [...more.slice(0, mostLines - 2), `and ${beyond} more like this`])
}
