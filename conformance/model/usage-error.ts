/** The user asked for something that cannot be done. Its message is one line that names the value and a remedy. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** Further lines of the same kind, where more than one thing is wrong. */
  readonly more: readonly string[]

  constructor(message: string, more: readonly string[] = []) {
    super(message)
    this.more = more
  }
}

/** The maximum number of lines that are printed. */
const mostLines = 10

/** Rejects with a line for each thing that is wrong; does nothing where nothing is. */
export function rejectAll(lines: readonly string[]): void {
  const [first, ...more] = lines
  if (first === undefined) return
  const beyond = lines.length - (mostLines - 1)
  throw new UsageError(first, beyond <= 1 ? more : [...more.slice(0, mostLines - 2), `and ${beyond} more of the kind`])
}
